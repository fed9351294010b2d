import { Client, Connection } from '@temporalio/client';

export interface TemporalOptions {
  address: string;
  namespace: string;
}

/** `identity` is fixed: the default, pid@hostname, would stand in every history. */
export const temporalIdentity = 'api';
export const failureConverterPath = (): string => require.resolve('@parley/workflows/failure-converter');

/** Connects lazily, so that the API starts and serves people while Temporal is away; each call then fails by itself and is tried again. */
export function openTemporal(options: TemporalOptions): { client: Client; close(): Promise<void> } {
  const connection = Connection.lazy({ address: options.address, connectTimeout: 5_000 });
  const client = new Client({
    connection,
    namespace: options.namespace,
    identity: temporalIdentity,
    dataConverter: { failureConverterPath: failureConverterPath() },
  });
  return { client, close: () => connection.close() };
}

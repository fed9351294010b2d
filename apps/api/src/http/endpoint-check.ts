import type { DiscoveryService } from '@nestjs/core';
import { type EndpointName, endpoints } from '@parley/contracts';
import { endpointKey } from './route';

/** Which endpoints of the table have no handler, and which have more than one. */
export function findEndpointGaps(discovery: DiscoveryService): { missing: EndpointName[]; repeated: EndpointName[] } {
  const count = new Map<EndpointName, number>();
  for (const { instance } of discovery.getControllers()) {
    const prototype = Object.getPrototypeOf(instance) as object;
    for (const key of Object.getOwnPropertyNames(prototype)) {
      const handler: unknown = Object.getOwnPropertyDescriptor(prototype, key)?.value;
      const name = typeof handler === 'function' ? (Reflect.getMetadata(endpointKey, handler) as EndpointName | undefined) : undefined;
      if (name) count.set(name, (count.get(name) ?? 0) + 1);
    }
  }
  const names = Object.keys(endpoints) as EndpointName[];
  return { missing: names.filter((name) => !count.has(name)), repeated: names.filter((name) => (count.get(name) ?? 0) > 1) };
}

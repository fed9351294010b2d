import postgres from 'postgres';

/** The database of this installation inside the bundled server. */
export async function ensureDatabase(serverUrl: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => undefined });
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'parley'`;
    if (!found) await sql`create database parley`;
  } finally {
    await sql.end({ timeout: 2 });
  }
  return serverUrl.replace(/\/postgres$/, '/parley');
}

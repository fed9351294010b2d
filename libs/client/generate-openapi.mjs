// Writes openapi.gen.json: the OpenAPI document of the table, as the API serves it at /v1/openapi.json.
// Run after a build: npm run generate:openapi -w @parley/client (check:openapi compares instead of writing)
import { readFileSync, writeFileSync } from 'node:fs';
import contracts from '@parley/contracts';

const target = new URL('./openapi.gen.json', import.meta.url);
const text = `${JSON.stringify(contracts.openApiDocument(), null, 2)}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('openapi.gen.json is stale: run npm run generate:openapi -w @parley/client');
    process.exit(1);
  }
} else writeFileSync(target, text);

import { join } from 'node:path';

/** The program for `SCRIPTED_PROVIDER`. Plain modules that Node runs as they are, so the path is that of the sources also from a build. */
export const scriptedProviderPath: string = join(__dirname, '..', '..', 'src', 'scripted-provider', 'scripted-provider.mjs');

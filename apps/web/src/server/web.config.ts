/** What the web server reads from its environment, at run time, so that one build serves every installation. */
export interface WebConfig {
  apiUrl: string;
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): WebConfig {
  const apiUrl = env.API_URL ?? 'http://127.0.0.1:4310';
  if (!/^https?:\/\/[^/]+/.test(apiUrl)) throw new Error('API_URL must be an http or https address');
  return { apiUrl: apiUrl.replace(/\/+$/, '') };
}

import {homedir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {configPath, credentialsPath, dataDirectory} from '../../../source/credentials/environment.ts';

it.each([
	[{}, join(homedir(), '.svc'), join(homedir(), '.svc', 'service')],
	[{SVC_HOME: ''}, join(homedir(), '.svc'), join(homedir(), '.svc', 'service')],
	[{SVC_HOME: '/x'}, '/x', '/x/service'],
	[{SVC_HOME: '/x', SVC_DATA_DIR: '/data'}, '/x', '/data'],
])('%j', (env, home, data) => {
	expect(credentialsPath(env)).toBe(join(home, 'credentials'));
	expect(configPath(env)).toBe(join(home, 'config'));
	expect(dataDirectory(env)).toBe(data);
});

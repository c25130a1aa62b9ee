import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from './built-client.ts';

beforeAll(buildClient, patienceMs);

it('a built client runs by its own name, as a linked installation calls it after every build', {
	timeout: patienceMs,
}, () => {
	expect(execFileSync(join(dist, 'cli.js'), ['--version'], {encoding: 'utf8'})).toMatch(/^\d+\.\d+\.\d+\n$/);
});

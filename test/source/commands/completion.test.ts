import {spawnSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {setUpWorkplace} from './run-local.ts';

const {svc} = setUpWorkplace();

describe('svc completion', () => {
	it('prints a script that bash accepts, in both output modes', async () => {
		const {exitCode, stdout, stderr} = await svc('completion', 'bash');
		expect([exitCode, stderr]).toEqual([0, '']);
		expect(spawnSync('bash', ['-n'], {input: stdout, encoding: 'utf8'})).toMatchObject({status: 0, stderr: ''});
		expect((await svc('--output', 'json', 'completion', 'bash')).stdout).toBe(stdout);
		expect(stdout).toMatch(/^# Completion of svc 1\.2\.3 for bash\./);
	});

	it('prints one for zsh and one for fish', async () => {
		expect((await svc('completion', 'zsh')).stdout).toMatch(/^#compdef svc\n/);
		expect((await svc('completion', 'fish')).stdout).toMatch(/\ncomplete -c svc /);
	});

	it('exits 5 for another shell, or none', async () => {
		for (const argv of [['tcsh'], []])
			expect(await svc('completion', ...argv)).toMatchObject({exitCode: 5, stdout: ''});
	});
});

import {existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {planFile} from '../../../../contract/plan-file.ts';
import {setUpWorkplace} from '../run-local.ts';

const place = setUpWorkplace();
const {svc} = place;
const at = (path: string) => join(place.cwd, path);

describe('svc test scaffold', () => {
	it('prints a plan that lint accepts, except for the project id it warns about', async () => {
		const {stdout} = await svc('test', 'scaffold');
		writeFileSync(at('plan.json'), stdout);
		expect(await svc('test', 'lint', '--plan-from', 'plan.json')).toEqual({
			exitCode: 0,
			stdout: '1/1 valid, 0 problem(s)\n',
			stderr: '[warn] plan.json: projectId: is still the placeholder; put the id of your project here\n',
		});
	});

	it('takes the project id from SVC_PROJECT_ID', async () => {
		place.env = {SVC_PROJECT_ID: 'prj_9'};
		const {stdout} = await svc('--output', 'json', 'test', 'scaffold');
		expect(planFile.parse(JSON.parse(stdout)).projectId).toBe('prj_9');
	});

	it('prints Python for a backend test; as JSON with its language', async () => {
		const {stdout} = await svc('test', 'scaffold', '--type', 'backend');
		expect(stdout).toMatch(/\nimport requests\n[\s\S]*\ncheck_health\(\)\n$/);
		expect(JSON.parse((await svc('test', 'scaffold', '--type', 'backend', '--output', 'json')).stdout)).toEqual({
			type: 'backend',
			language: 'python',
			code: stdout,
		});
	});

	it('writes to --out: nothing on stdout, the path on stderr', async () => {
		const {exitCode, stdout, stderr} = await svc('test', 'scaffold', '--out', 'plan.json');
		expect({exitCode, stdout, stderr}).toEqual({exitCode: 0, stdout: '', stderr: `wrote ${at('plan.json')}\n`});
		expect(readFileSync(at('plan.json'), 'utf8')).toBe((await svc('test', 'scaffold')).stdout);
		expect(JSON.parse((await svc('--output', 'json', 'test', 'scaffold', '--out', 'b.json')).stdout)).toEqual({
			out: 'b.json',
			type: 'frontend',
		});
	});

	it('replaces an existing file only with --force', async () => {
		writeFileSync(at('plan.json'), 'mine');
		expect((await svc('test', 'scaffold', '--out', 'plan.json')).exitCode).toBe(5);
		expect(readFileSync(at('plan.json'), 'utf8')).toBe('mine');
		expect((await svc('test', 'scaffold', '--out', 'plan.json', '--force')).exitCode).toBe(0);
		expect(readFileSync(at('plan.json'), 'utf8')).toContain('planSteps');
	});

	it('exits 5 for a directory that is missing, a directory, a link, or a place below a file', async () => {
		mkdirSync(at('directory'));
		writeFileSync(at('file'), '');
		symlinkSync('elsewhere.json', at('link'));
		for (const out of ['missing/plan.json', 'directory', 'link', 'file/plan.json', 'file/no/plan.json'])
			for (const force of [[], ['--force']])
				expect((await svc('test', 'scaffold', ...force, '--out', out)).exitCode).toBe(5);
		expect(existsSync(at('elsewhere.json'))).toBe(false);
	});

	it('writes nothing under --dry-run', async () => {
		const {exitCode, stdout, stderr} = await svc('--dry-run', 'test', 'scaffold', '--out', 'plan.json');
		expect([exitCode, stdout]).toEqual([0, '']);
		expect(stderr).toContain(`[dry-run] would write ${at('plan.json')}`);
		expect(existsSync(at('plan.json'))).toBe(false);
	});
});

import {execFile} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {parse} from 'yaml';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-workflow-run-'));
const repository = join(folder, 'repository');
const calls: string[] = [];
const server = createServer((request, response) => {
	calls.push(`${request.method} ${request.url}`);
	response.writeHead(request.url === '/health' ? 200 : 404).end('{}');
});
let target: string;
let tarball: string;

/** What a machine has: programs installed for it alone, a home, no setting of whoever runs the tests. */
const machine = (name: string, env: Record<string, string> = {}) => ({
	PATH: [join(folder, name, 'npm', 'bin'), dirname(process.execPath), process.env['PATH']].join(':'),
	HOME: join(folder, name),
	SVC_HOME: join(folder, name, '.svc'),
	npm_config_prefix: join(folder, name, 'npm'),
	npm_config_cache: join(folder, name, 'cache'),
	npm_config_offline: 'true',
	SVC_FRONTEND: 'off',
	...env,
});

/** The package as a registry would hand it out, with the libraries that it loads at run time, so that no network is needed. */
async function pack(): Promise<string> {
	const copy = join(folder, 'package');
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	for (const name of ['dist', 'schemas']) cpSync(join(root, name), join(copy, name), {recursive: true});
	const bundled = new Set<string>();
	const take = (name: string) => {
		const from = join(root, 'node_modules', name);
		if (bundled.has(name) || !existsSync(from)) return;
		bundled.add(name);
		cpSync(from, join(copy, 'node_modules', name), {recursive: true});
		const {dependencies, optionalDependencies} = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
		for (const one of Object.keys({...dependencies, ...optionalDependencies})) take(one);
	};
	for (const name of Object.keys(manifest.dependencies)) take(name);
	const {devDependencies, scripts, ...kept} = manifest;
	writeFileSync(join(copy, 'package.json'), JSON.stringify({...kept, bundleDependencies: [...bundled]}));
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {cwd: copy});
	return join(folder, readdirSync(folder).find(name => name.endsWith('.tgz'))!);
}

type Step = {name?: string; run?: string; env?: Record<string, string>};

/** Runs what a runner would run of the workflow; settings of the repository fill its expressions. */
async function runWorkflow(path: string, env: Record<string, string>, settings: Record<string, string>) {
	const {jobs} = parse(readFileSync(join(repository, path), 'utf8')) as {jobs: {test: {steps: Step[]}}};
	for (const {run: script, env: own = {}} of jobs.test.steps) {
		if (script === undefined) continue;
		const filled = Object.fromEntries(
			Object.entries(own).map(([name, text]) => [
				name,
				text.replace(/\$\{\{ (?:secrets|vars)\.(\w+) \}\}/g, (_, key: string) => settings[key] ?? ''),
			]),
		);
		await run('bash', ['-e', '-c', script], {cwd: repository, env: {...env, ...filled}, maxBuffer: 1e7});
	}
}

const svc = (args: string[], env: Record<string, string>) =>
	run(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {cwd: repository, env});
const home = machine('home');
const runner = machine('runner');

beforeAll(async () => {
	mkdirSync(repository);
	for (const {HOME} of [home, runner]) mkdirSync(HOME, {recursive: true});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	tarball = await pack();
	await svc(['setup', '--local', '--no-agent', '--yes'], home);
	await svc(['project', 'create', '--type', 'backend', '--name', "Ada's $shop", '--url', 'http://127.0.0.1:9'], home);
	await svc(['init', '--no-agent', '--yes'], home);
	const code = `import urllib.request\nassert urllib.request.urlopen(BASE_URL + "/health").status == 200\nassert __AUTH_HEADERS__ == {"Authorization": "Bearer t-0123456789"}\nassert "VAR_REGION" == "eu"\n`;
	writeFileSync(join(repository, 'a.py'), `${code}produce("x", 1)\n`);
	writeFileSync(join(repository, 'b.py'), `${code}assert variables["x"] == 1\n`);
	const create = ['test', 'create', '--type', 'backend', '--code-file'];
	await svc([...create, 'a.py', '--name', `gives 'x' and $HOME`, '--produces', 'x'], home);
	await svc([...create, 'b.py', '--name', 'takes x', '--needs', 'x'], home);
	const {projectId} = JSON.parse(readFileSync(join(repository, '.svc', 'config.json'), 'utf8'));
	await svc(['project', 'env', 'update', projectId, 'default', '--var', 'REGION=eu'], home);
	await svc(['test', 'update', 'takes x', '--after', `gives 'x' and $HOME`], home);
	await svc(['project', 'update', projectId, '--description', "it's a shop", '--max-parallel', '3'], home);
	await svc(['project', 'cleanup', projectId, '--mode', 'off'], home);
	await svc(['project', 'cleanup', projectId, '--opt-out', 'keep records of POST /users'], home);
	await svc(['project', 'cleanup', 'handle', 'POST /pads', '$.secret', '--project', projectId], home);
	await svc(['project', 'mask', projectId, '--add', 'taxNumber'], home);
	await svc(['project', 'credential', projectId, '--type', 'Bearer token', '--credential', 'at-home-0123'], home);
}, 240_000);

afterAll(async () => {
	for (const env of [home, runner]) await svc(['service', 'stop'], env).catch(() => undefined);
	server.closeAllConnections();
	server.close();
	rmSync(folder, {recursive: true, force: true});
});

// The second workflow reaches the service that the first has left on the runner.
describe('the workflows', {shuffle: false}, () => {
	it('the embedded workflow makes the tests of the repository again in a service of its own, and runs them', async () => {
		await svc(['ci', 'init', 'github', '--embedded', '--package', tarball], home);
		expect(readFileSync(join(repository, '.svc/tests/load.sh'), 'utf8')).not.toContain('at-home');
		const settings = {SVC_TARGET_URL: target, SVC_TARGET_CREDENTIAL: 't-0123456789'};
		await runWorkflow('.github/workflows/svc.yml', runner, settings);
		expect(calls).toEqual(['GET /health', 'GET /health']);
		expect(JSON.parse(readFileSync(join(repository, 'svc-summary.json'), 'utf8'))).toMatchObject({total: 2, passed: 2});
		expect(readFileSync(join(repository, 'svc-junit.xml'), 'utf8')).toContain('tests="2" failures="0" errors="0"');
	}, 240_000);

	it('the project of the runner is set as the first one was: what cleanup may do, what is masked, the order', async () => {
		const answer = async (...words: string[]) => JSON.parse((await svc(['--output', 'json', ...words], runner)).stdout);
		const [project] = (await answer('project', 'list')).items;
		expect(project).toMatchObject({description: "it's a shop", maxParallel: 3});
		expect(await answer('project', 'cleanup', project.id, '--settings')).toMatchObject({
			mode: 'off',
			handles: [{method: 'POST', path: '/pads', pointer: '$.secret'}],
			maskedFields: {add: ['taxNumber']},
		});
		expect((await answer('project', 'cleanup', project.id, '--list')).items).toMatchObject([
			{instruction: 'keep records of POST /users'},
		]);
		expect((await answer('test', 'get', 'takes x')).after).toMatchObject([{title: `gives 'x' and $HOME`}]);
	});

	it('without the credential nothing is made, and the secret to add is named', async () => {
		const refused = runWorkflow('.github/workflows/svc.yml', runner, {SVC_TARGET_URL: target}).then(
			() => 'it went through',
			({stderr}: {stderr: string}) => stderr,
		);
		expect(await refused).toContain('add the secret SVC_TARGET_CREDENTIAL');
		expect(JSON.parse((await svc(['--output', 'json', 'project', 'list'], runner)).stdout).items).toHaveLength(1);
	});

	it('the other workflow runs the tests of a service that can be reached, with the package that is named', async () => {
		const {stdout} = await svc(['--output', 'json', 'project', 'list'], runner);
		const [{id}] = JSON.parse(stdout).items;
		await svc(['ci', 'init', 'github', '--project', id, '--package', tarball, '--out', 'reach.yml'], home);
		rmSync(join(repository, 'svc-summary.json'));
		const {url} = JSON.parse(readFileSync(join(runner.SVC_HOME, 'service', 'service.json'), 'utf8'));
		const [, key = ''] = /^api_key = (.+)$/m.exec(readFileSync(join(runner.SVC_HOME, 'credentials'), 'utf8'))!;
		const elsewhere = machine('elsewhere');
		mkdirSync(elsewhere.HOME);
		const [outputs, summary] = ['output', 'summary.md'].map(name => join(elsewhere.HOME, name)) as [string, string];
		const action = {...elsewhere, GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary};
		await runWorkflow('reach.yml', action, {SVC_API_KEY: key, SVC_API_URL: url});
		const counts = {total: 2, selected: 2, closure: 0, passed: 2, failed: 0, blocked: 0, cancelled: 0, skipped: 0};
		expect(JSON.parse(readFileSync(join(repository, 'svc-summary.json'), 'utf8'))).toMatchObject(counts);
		for (const [name, count] of Object.entries(counts))
			expect(readFileSync(outputs, 'utf8')).toContain(`${name}=${count}\n`);
		expect(readFileSync(summary, 'utf8')).toContain('2 passed, 0 failed, 0 blocked');

		const refused = (settings: Record<string, string>) =>
			runWorkflow('reach.yml', action, settings).then(
				() => 'it went through',
				({stderr}: {stderr: string}) => stderr,
			);
		expect(await refused({SVC_API_KEY: 'sk-wrong', SVC_API_URL: url})).toMatch(
			/^::error title=svc AUTH_INVALID::.* The key comes from SVC_API_KEY/m,
		);
		expect(readFileSync(outputs, 'utf8')).toMatch(/error_code=AUTH_INVALID\n$/);
		expect(readFileSync(summary, 'utf8')).toMatch(/\*\*AUTH_INVALID\*\*: .* The key comes from SVC_API_KEY/);
		const gone = await refused({SVC_API_KEY: key, SVC_API_URL: 'http://127.0.0.1:9'});
		expect(gone).toMatch(
			/^::error title=svc UNAVAILABLE::The service at http:\/\/127\.0\.0\.1:9 could not be reached/m,
		);
		expect(await refused({SVC_API_KEY: key})).toContain('add the variable SVC_API_URL');
		expect(await refused({SVC_API_URL: url})).toContain('add the secret SVC_API_KEY');
		// Nothing was started on the runner in place of the service.
		expect(existsSync(join(elsewhere.SVC_HOME, 'service'))).toBe(false);
	}, 240_000);
});

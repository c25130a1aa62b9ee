// A slow trial of cleanup on a real application that runs already: `node test/targets/run-target.mjs <name>`, where
// <name> is a folder of test/fixtures/targets. Prints a report; exit code 1 when something is left or counts differ.
// Not part of the everyday suite: the applications are installed by hand and take minutes.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {Application} from './application.mjs';
import {startCountingProxy} from './counting-proxy.mjs';
import {ServiceUnderTrial} from './service-under-trial.mjs';
import {remedyReport, trialReport} from './trial-report.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const targets = join(root, 'test/fixtures/targets');

/** What a folder says about its application; `extends` takes the tests of another one. */
function readManifest(name) {
	const manifest = JSON.parse(readFileSync(join(targets, name, 'manifest.json'), 'utf8'));
	const base = manifest.extends ? readManifest(manifest.extends) : {folder: join(targets, name)};
	return {...base, ...manifest, tests: [...(base.tests ?? []), ...(manifest.tests ?? []), ...(manifest.more ?? [])]};
}

async function prepareProject(service, manifest, application, url) {
	const {id} = await service.json('project', 'create', '--type', 'backend', '--name', manifest.name, '--url', url);
	const {paths} = await application.document();
	for (const [path, operations] of Object.entries(paths))
		for (const method of Object.keys(operations).filter(name => /^(?:post|put|patch|delete)$/.test(name)))
			await service.json('endpoint', 'add', '--project', id, '--method', method.toUpperCase(), '--path', path);
	if (manifest.login) {
		const {path, username, password, tokenPath} = manifest.login;
		const secret = service.file('password', password);
		const saved = await service.json(
			...['project', 'auto-auth', id, '--method', 'password', '--inject', 'bearer'],
			...['--login-url', url + path, '--username', username, '--password-file', secret, '--token-path', tokenPath],
		);
		if (!saved.enabled) throw new Error(`auto-auth is off: ${saved.lastRefreshError}`);
	}
	for (const {file, name, produces = [], consumes = [], category} of manifest.tests)
		await service.json(
			...['test', 'create', '--project', id, '--type', 'backend', '--name', name],
			...['--code-file', join(manifest.folder, file)],
			...produces.flatMap(variable => ['--produces', variable]),
			...consumes.flatMap(variable => ['--needs', variable]),
			...(category ? ['--category', category] : []),
		);
	return id;
}

async function trial(name) {
	const manifest = readManifest(name);
	const dist = process.env['SVC_DIST'] ?? join(root, 'dist');
	if (!existsSync(join(dist, 'cli.js'))) throw new Error(`${dist} holds no built client: npm run build`);
	const application = new Application(manifest);
	await application.ready(60_000);
	await application.prepare();
	const proxy = await startCountingProxy(manifest.url, manifest.slowDeleteMs);
	const service = new ServiceUnderTrial(dist);
	try {
		await service.json('setup', '--local', '--no-agent', '--yes');
		const projectId = await prepareProject(service, manifest, application, proxy.url);
		const before = await application.count();
		proxy.seen.length = 0;
		const started = Date.now();
		const {batchId} = await service.json('test', 'run', '--all', '--project', projectId);
		await service.json('batch', 'watch', batchId);
		const tookMs = Date.now() - started;
		const after = await application.count();
		const batch = await service.json('batch', 'get', batchId);
		const view = await service.json('batch', 'cleanup', batchId);
		const calls = service.rows('select * from calls where batch_id = ?', batchId);
		const runs = service.rows('select id, name, status, error from runs where batch_id = ?', batchId);
		const {lines, problems} = trialReport({
			manifest,
			before,
			after,
			batch,
			view,
			calls,
			runs,
			seen: proxy.seen,
			tookMs,
		});
		process.stdout.write(`${lines.join('\n')}\n`);
		process.exitCode = problems === 0 ? 0 : 1;
		if (manifest.remedy) {
			// "Re-run discovery once DELETE endpoints are reachable": here a person adds them and has cleanup go on.
			for (const path of manifest.remedy)
				await service.json('endpoint', 'add', '--project', projectId, '--method', 'DELETE', '--path', path);
			await service.json('batch', 'cleanup', batchId, '--retry', '--wait');
			const remedied = {
				view: await service.json('batch', 'cleanup', batchId),
				calls: service.rows('select * from calls where batch_id = ?', batchId),
			};
			const counts = await application.count();
			const report = remedyReport({...remedied, before, counts, seen: proxy.seen});
			process.stdout.write(`${report.lines.join('\n')}\n`);
			if (report.problems > 0) process.exitCode = 1;
		}
	} finally {
		await service.stop();
		await proxy.close();
	}
}

await trial(process.argv[2] ?? 'todo');

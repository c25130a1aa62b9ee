// The whole test suite, as `npm test`: Python, system packages, build, types, lint, then every test in random order.
// The last line is `N passed, N failed`; the exit code is 0 only when nothing failed. What failed in up to three files runs once
// more; what fails only the first time is named as unsteady, and what fails with its message, in the lines before the last.
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {pathWithTestPython} from '../build/test-python.mjs';
import {meetNeeds, meetPostgres} from './needs.mjs';
import {quickFolder} from './quick-folder.mjs';
import {count, filesToRepeat, testsToRepeat} from './verdict.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = line => process.stdout.write(`${line}\n`);
const bin = name => join(root, 'node_modules', '.bin', name);

/** Runs one stage with its output shown; true when it succeeded. */
async function stage(name, command, args, env = {}) {
	say(`\n== ${name}`);
	try {
		const [status] = await once(
			spawn(command, args, {cwd: root, stdio: 'inherit', env: {...process.env, ...env}}),
			'close',
		);
		return status === 0;
	} catch (error) {
		say(String(error.message));
		return false;
	}
}

/**
 * What runs on PostgreSQL as well: all that changes the store, and of what stands above it the files that have met a difference.
 * The rest of `test/http/` and `test/service/cleanup/` passes there too, but takes minutes: run it so when you change a dialect.
 */
const onBothDatabases = [
	...[
		'test/service/store/',
		'test/service/engine/',
		'test/service/schedules/',
		'test/end-to-end/service-on-postgres.test.ts',
		'test/service/process/init-admin.test.ts',
		'test/service/process/rotate-key.test.ts',
	],
	...[
		'every-id',
		'every-account',
		'members',
		'audit',
		'shared-window',
		'document-turns',
		'idempotency',
		'refine-model',
	].map(name => `test/http/${name}.test.ts`),
];

/** Tests of the store once more, on a real PostgreSQL; not when somebody has named the tests to run. */
async function countOnPostgres(run) {
	if (process.argv.length > 2) return count({passed: true});
	const missing = meetPostgres(say);
	if (missing === null) {
		return count(await run('on-postgresql', onBothDatabases, {SVC_TEST_DATABASE: 'postgres'}), undefined, root);
	}
	say(`skipped: the tests on PostgreSQL. ${missing}`);
	return count({passed: true});
}

const {python, missing} = meetNeeds(say);
if (missing) {
	say(missing);
	say('0 passed, 1 failed');
	process.exitCode = 1;
} else {
	say(`the tests use ${python}`);
	const folder = quickFolder();
	const temporary = join(folder, 'tmp');
	mkdirSync(temporary);
	// Other users, too: root's tests start PostgreSQL as an ordinary one.
	chmodSync(folder, 0o755);
	chmodSync(temporary, 0o1777);
	say(`what the tests write lies in ${folder}`);
	process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
	// The stage under way gets the signal of a terminal, too.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
	const stages = [
		// `npm install` has built what it found.
		await stage('build', process.execPath, [join(root, 'build/build.mjs'), '--if-stale']),
		await stage('types', bin('tsc'), ['--noEmit']),
		await stage('lint', bin('biome'), ['check', '--error-on-warnings', '.']),
	];
	// The run-time never writes what Python has compiled, and would compile its 8,000 lines at each of its starts. By content: a
	// copy of it counts as well, and a change of the source at once.
	const compiled = ['-m', 'compileall', '-q', '--invalidation-mode', 'checked-hash'];
	spawnSync(python, [...compiled, join(root, 'service/runners/python'), join(root, 'dist/python')], {stdio: 'inherit'});
	/** Runs test files (none given: all); the report of vitest, or undefined where it could not write one. */
	const run = async (name, files, env = {}) => {
		const report = join(folder, `${name}.json`);
		const passed = await stage(
			name,
			bin('vitest'),
			['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
			// What the person chose for their own service must not decide what the tests run on.
			{SVC_HOME: join(folder, 'home'), TMPDIR: temporary, SVC_PYTHON: '', PATH: pathWithTestPython(), ...env},
		);
		try {
			return {passed, files: JSON.parse(readFileSync(report, 'utf8')).testResults};
		} catch (error) {
			say(`no test report: ${error.message}`);
			return {passed, files: undefined};
		}
	};
	const first = await run('tests', process.argv.slice(2));
	const again = filesToRepeat(first.files);
	const names = testsToRepeat(first.files, again);
	const second =
		again.length > 0
			? await run('what failed, once more', [...again, ...(names === null ? [] : ['-t', names])])
			: undefined;
	const total = count(first, second, root);
	const onPostgres = await countOnPostgres(run);
	const passed = stages.filter(Boolean).length + total.passed + onPostgres.passed;
	const failed = stages.length - stages.filter(Boolean).length + total.failed + onPostgres.failed;
	// The end of a long log is what a person reads, and what a pipeline keeps.
	for (const line of total.failures) say(`failed: ${line}`);
	for (const line of onPostgres.failures) say(`failed on PostgreSQL: ${line}`);
	for (const name of total.unsteady) say(`unsteady, a defect of its own: ${name}`);
	say(`\n${passed} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}

// The whole test suite, as `npm test`: Python, system packages, build, types, lint, then every test in random order.
// The last line is `N passed, N failed`; the exit code is 0 only when nothing failed.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {pathWithTestPython} from '../build/test-python.mjs';
import {meetNeeds} from './needs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = line => process.stdout.write(`${line}\n`);
const bin = name => join(root, 'node_modules', '.bin', name);

/** Runs one stage with its output shown; true when it succeeded. */
function stage(name, command, args, env = {}) {
	say(`\n== ${name}`);
	const {status, error} = spawnSync(command, args, {cwd: root, stdio: 'inherit', env: {...process.env, ...env}});
	if (error) say(String(error.message));
	return status === 0;
}

const {python, missing} = meetNeeds(say);
if (missing) {
	say(missing);
	say('0 passed, 1 failed');
	process.exitCode = 1;
} else {
	say(`the tests use ${python}`);
	const folder = mkdtempSync(join(tmpdir(), 'svc-test-'));
	const report = join(folder, 'report.json');
	const stages = [
		stage('build', process.execPath, [join(root, 'build/build.mjs')]),
		stage('types', bin('tsc'), ['--noEmit']),
		stage('lint', bin('biome'), ['check', '--error-on-warnings', '.']),
	];
	const tested = stage(
		'tests',
		bin('vitest'),
		['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
		// What the person chose for their own service must not decide what the tests run on.
		{SVC_HOME: join(folder, 'home'), SVC_PYTHON: '', PATH: pathWithTestPython()},
	);
	let passed = stages.filter(Boolean).length;
	let failed = stages.length - passed;
	try {
		const result = JSON.parse(readFileSync(report, 'utf8'));
		passed += result.numPassedTests;
		failed += result.numFailedTests;
		// A file that cannot be loaded has no tests to count but is a failure.
		failed += result.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length;
	} catch (error) {
		say(`no test report: ${error.message}`);
	}
	if (!tested && failed === 0) failed = 1;
	rmSync(folder, {recursive: true, force: true});
	say(`\n${passed} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}

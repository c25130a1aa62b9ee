// The whole test suite, as `npm test`: system packages, build, types, lint, then every test in random order.
// The last line is `N passed, N failed`; the exit code is 0 only when nothing failed.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {ensureSystemPackages, hasCommand, pythonImports} from '../build/system-packages.mjs';

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

const missing = ensureSystemPackages(
	[
		{package: 'python3', met: () => hasCommand('python3'), why: 'runs backend tests'},
		{package: 'python3-requests', met: () => pythonImports('requests'), why: 'most backend tests call APIs with it'},
		{package: 'python3-httpx', met: () => pythonImports('requests', 'httpx'), why: 'recording of httpx calls'},
		{package: 'python3-venv', met: () => pythonImports('ensurepip'), why: 'private Python environments'},
		{package: 'python3-yaml', met: () => pythonImports('yaml'), why: 'reads the workflow that ci init writes'},
		{package: 'zsh', met: () => hasCommand('zsh'), why: 'completion in zsh'},
		{package: 'fish', met: () => hasCommand('fish'), why: 'completion in fish'},
		{package: 'tmux', met: () => hasCommand('tmux'), why: 'drives the dashboard as a person does'},
		{package: 'openssl', met: () => hasCommand('openssl'), why: 'signs certificates for the tests of TLS'},
		{package: 'procps', met: () => hasCommand('ps'), why: 'looks for processes left behind'},
	],
	say,
);
if (missing) {
	say(missing);
	say('0 passed, 1 failed');
	process.exitCode = 1;
} else {
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
		{SVC_HOME: join(folder, 'home')},
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

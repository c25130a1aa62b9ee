// What the tests need besides Node, npm and git: one Python with its modules, and programs of the system. `node
// test/needs.mjs` checks and installs it without running a test.
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {ensureSystemPackages, hasCommand} from '../build/system-packages.mjs';
import {postgresFolder} from './postgres.mjs';
import {examinePython, prepareTestPython, systemPython, testModules} from '../build/test-python.mjs';

/**
 * Makes sure that a PostgreSQL is there for the tests of the store in one, installing it where that is allowed.
 * @param {(line: string) => void} say one line for people
 * @returns {string | null} null when it is there, else the reason with the command to run
 */
export const meetPostgres = say =>
	ensureSystemPackages(
		[{package: 'postgresql', met: () => postgresFolder() !== null, why: 'the store in PostgreSQL'}],
		say,
	);

/**
 * Makes sure that everything is there, installing what may be installed.
 * @param {(line: string) => void} say one line for people
 * @returns {{python: string | null, missing: string}} the interpreter of the tests; `missing` is empty when all is met,
 * else it names what is missing, the interpreter that lacks it and the command to run
 */
export function meetNeeds(say) {
	let prepared = prepareTestPython({say});
	const unmet = ensureSystemPackages(
		[
			// Debian's packages belong to its own Python: only there it counts whether they have arrived.
			...(prepared.python ? [] : testModules).map(({module, debian, why}) => ({
				package: debian,
				met: () => examinePython(systemPython, {modules: [module]})?.missing.length === 0,
				why: `${why}, for ${systemPython}`,
			})),
			{package: 'zsh', met: () => hasCommand('zsh'), why: 'completion in zsh'},
			{package: 'fish', met: () => hasCommand('fish'), why: 'completion in fish'},
			{package: 'tmux', met: () => hasCommand('tmux'), why: 'drives the dashboard as a person does'},
			{
				package: 'chromium-headless-shell',
				met: () =>
					process.env['SVC_BROWSER'] !== undefined ||
					['chromium-headless-shell', 'chromium', 'google-chrome'].some(name => hasCommand(name)),
				why: 'opens the pages of the tests of websites',
			},
			{package: 'openssl', met: () => hasCommand('openssl'), why: 'signs certificates for the tests of TLS'},
			{package: 'procps', met: () => hasCommand('ps'), why: 'looks for processes left behind'},
		],
		say,
	);
	const systemIsAble = () => examinePython(systemPython)?.missing.length === 0;
	if (!prepared.python && systemIsAble()) prepared = prepareTestPython({say});
	const missing = [
		...(prepared.python ? [] : [`No Python of this machine has all that the tests import: ${prepared.problem}.`]),
		...(unmet ? [unmet] : []),
		...(prepared.python ? [] : ['Or name an interpreter that has them in SVC_TEST_PYTHON.']),
	].join('\n');
	return {python: prepared.python, missing};
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const {python, missing} = meetNeeds(line => process.stdout.write(`${line}\n`));
	process.stdout.write(missing ? `${missing}\n` : `the tests use ${python}\n`);
	process.exitCode = missing ? 1 : 0;
}

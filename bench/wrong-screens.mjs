import {spawn} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {row} from './measure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Random keys, updates and resizes, after which the screen is compared with the frame it should show; the tests' own walk. */
export async function measureWrongScreens(_sandbox, {steps = 1000} = {}) {
	const files = ['test/tui/random-walk.test.ts', 'test/tui/random-screens.test.ts'];
	const env = {...process.env, SVC_RANDOM_STEPS: String(steps), SVC_RANDOM_SCREENS: String(steps)};
	const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
	const child = spawn(process.execPath, [vitest, 'run', '--reporter=json', ...files], {
		cwd: root,
		env,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	let output = '';
	child.stdout.on('data', data => {
		output += data;
	});
	await new Promise(resolve => child.once('exit', resolve));
	const {numFailedTests, numPassedTests} = JSON.parse(output.slice(output.indexOf('{')));
	return [
		row(`wrong screens in ${steps} random updates and resizes`, numFailedTests, '', 0, `${numPassedTests} walks`),
	];
}

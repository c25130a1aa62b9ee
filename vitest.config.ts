import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import process from 'node:process';
import {defineConfig} from 'vitest/config';
import {BaseSequencer, type TestSpecification} from 'vitest/node';
import {libraryPatches} from './build/plugins.mjs';
import {pathWithTestPython, testPythonFolder} from './build/test-python.mjs';

// What ships draws with React's production build. The other one takes twice the time for the same frames.
process.env['NODE_ENV'] = 'production';

/** Ink and what draws with it: one copy for all tests, with the build's own corrections. */
const drawsWithInk = /ink(?:-select-input|-testing-library)?[\\/]build[\\/]/;

/** Libraries that the build changes: their code goes through the same plugins here. */
const patched =
	/node_modules[\\/](?:ink-table|string-width|slice-ansi|@alcalzone[\\/]ansi-tokenize|is-in-ci|yoga-layout|meow|undici)[\\/]/;

/** Their packages name source maps that they do not bring along. */
const withoutMaps = () => ({
	name: 'without-maps',
	load: {
		filter: {id: drawsWithInk},
		handler: (id: string) => readFileSync(id.replace(/\?.*$/, ''), 'utf8').replace(/\/\/# sourceMappingURL=.*$/m, ''),
	},
});

/** A test started by hand uses the Python that `npm test` prepared, where there is one. */
const python = existsSync(testPythonFolder) ? {PATH: pathWithTestPython()} : {};

/** Files that take a minute or more: begun last, one of them would keep a single worker busy at the end. */
const long =
	/acceptance\/(?:acceptance|try)|exported-kinds|everyday-(?:in-passing|places)|run-workflow|run-demo|plans\/(?:settle|learning)\/|screens\/(?:roles|everywhere)|random-walk|hostile-commands|service-on-postgres/;

/** Files in an order by chance, the long ones before the others. */
class LongFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const {seed} = this.ctx.config.sequence;
		const chance = ({moduleId}: TestSpecification) => createHash('sha1').update(`${seed} ${moduleId}`).digest('hex');
		const keys = new Map(files.map(file => [file, `${long.test(file.moduleId) ? 0 : 1}${chance(file)}`]));
		return files.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1));
	}
}

export default defineConfig({
	plugins: [...libraryPatches(), withoutMaps()],
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		globalSetup: ['test/helpers/empty-store.ts'],
		// Ink draws nothing where CI is set; colours would make frames depend on the machine.
		// Every Node process reads the authorities that a machine adds when it starts: two thirds of its time to start, thousands
		// of times, and no test goes beyond this machine.
		env: {CI: 'false', CONTINUOUS_INTEGRATION: 'false', FORCE_COLOR: '0', NODE_EXTRA_CA_CERTS: '', ...python},
		server: {deps: {inline: [drawsWithInk, patched]}},
		sequence: {shuffle: true, sequencer: LongFirst},
		// Limits only guard against hanging: a test takes as long as a busy machine needs.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		expect: {poll: {timeout: 120_000}},
		// Files of one worker share what they have imported: modules keep no state, and evaluating them again for every file cost
		// half of the suite's time.
		isolate: false,
		// One more than the cores of the machine that it was measured on: tests wait for browsers and processes. Ten files that do
		// took 184 s with two, 136 s with three and 150 s with four.
		maxWorkers: 3,
	},
});

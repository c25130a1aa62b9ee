import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it, onTestFinished} from 'vitest';
import {stepsOf, testSource} from '../../source/plan-files/test-source.ts';
import {createUserFiles} from '../../source/system/user-files.ts';
import {noFiles} from '../helpers/store-context.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {sampleTest} from '../helpers/wire-samples.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

/** The tests of a project, with real files of a folder; `sent` collects what is created. */
function open(type: 'backend' | 'frontend', columns: number, env: NodeJS.ProcessEnv = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'svc-create-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const world = createWorld({count: 3});
	world.projects = world.projects.map(project => ({...project, type}));
	const sent: unknown[] = [];
	world.answers['createTest'] = ({body}) => {
		sent.push(body);
		world.tests = [...world.tests, sampleTest({id: 'tst_new', name: String(body['name']), type, status: 'ready'})];
		return {testId: 'tst_new', type, codeVersion: 'v1', createdAt: '2026-01-31T09:30:00.000Z'};
	};
	const files = createUserFiles({cwd: folder, stdin: () => process.stdin});
	screen = openScreen(world, {
		screen: 'tests',
		id: 'prj_1',
		columns,
		rows: 30,
		env,
		files: {
			...noFiles,
			testSource: (kind, path) => testSource(kind, path, {files}),
			planSteps: async text => stepsOf(text),
		},
	});
	return {terminal: screen.terminal, folder, sent, world};
}

describe('a new test', () => {
	it.each([60, 100, 200])('of an API comes from a file, after another one: %i columns', async columns => {
		const {terminal, folder, sent} = open('backend', columns);
		writeFileSync(join(folder, 'health.py'), 'print("ok")\n');
		await terminal.shows('test 001');
		terminal.type('n');
		await terminal.shows('New test of the API');
		terminal.type('Is it well\thealth.py\t\t001\r\r');
		await terminal.shows('Created Is it well; r runs it');
		expect(sent).toEqual([
			{projectId: 'prj_1', type: 'backend', name: 'Is it well', code: 'print("ok")\n', after: ['tst_001']},
		]);
		await terminal.until(text => /❯.*Is it well/.test(text), 'the cursor on it');
	});

	it('of a website comes from a file with steps', async () => {
		const {terminal, folder, sent} = open('frontend', 100);
		const planSteps = [{type: 'action', description: 'Open the home page'}];
		writeFileSync(join(folder, 'plan.json'), JSON.stringify({name: 'x', planSteps}));
		await terminal.shows('test 001');
		terminal.type('n');
		await terminal.shows('New test of the website');
		terminal.type('Home\tplan.json\t\t\r');
		await terminal.shows('Created Home; r runs it');
		expect(sent).toEqual([{projectId: 'prj_1', type: 'frontend', name: 'Home', planSteps}]);
	});

	it.each([
		['\tplan.json\t\t\r', 'Name is required.'],
		['A\tgone.json\t\t\r', 'gone.json'],
		['A\tbroken.json\t\t\r', 'The plan is not JSON.'],
		['A\tempty.json\t\t\r', 'planSteps'],
	])('is refused in its form, and everything typed stays: %s', async (keys, words) => {
		const {terminal, folder, sent} = open('frontend', 100);
		writeFileSync(join(folder, 'broken.json'), '{');
		writeFileSync(join(folder, 'empty.json'), '{"planSteps": []}');
		await terminal.shows('test 001');
		terminal.type('n');
		await terminal.shows('New test of the website');
		terminal.type(keys);
		await terminal.until(text => text.includes(words) && text.includes('New test of the website'), words);
		expect(sent).toEqual([]);
	});

	it('begins in the editor with a start, where no file is named', async () => {
		const {terminal, sent} = open('backend', 100, {EDITOR: "sed -i 's/check_health/look/g'"});
		await terminal.shows('test 001');
		terminal.type('n');
		await terminal.shows('New test of the API');
		terminal.type('Look\t\t\t\r');
		await terminal.shows('Created Look; r runs it');
		expect(sent).toMatchObject([{name: 'Look', type: 'backend', code: expect.stringContaining('def look():')}]);
	});
});

// Makes the pictures of the README from the built binary: starts the demo (service, shop, tests) in a home of its own,
// records the dashboard on it, and ends the demo.
//
// usage: node build/build.mjs && node media/make-pictures.mjs [--png]    (PNG as well, to look at)
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {record} from './record.mjs';

const path = name => fileURLToPath(new URL(name, import.meta.url));
const png = process.argv.includes('--png');
const home = mkdtempSync(join(tmpdir(), 'svc-pictures-'));
const dataHome = join(home, '.local', 'share');
const env = {...process.env, HOME: home, XDG_DATA_HOME: dataHome, SVC_HOME: join(dataHome, 'svc-demo')};

function demo(option) {
	const {status, stderr} = spawnSync(process.execPath, [path('../dist/demo.js'), option], {env, encoding: 'utf8'});
	// 1 = the run did not find exactly what is hidden in the shop: there is a run to look at all the same.
	if (status !== 0 && status !== 1) throw new Error(`demo ${option} ended with ${status}:\n${stderr}`);
}

/** Runs `svc --output json …`; a run that is not all green ends with 1 and is what is wanted here. */
function svc(...args) {
	const command = [path('../dist/cli.js'), '--output', 'json', ...args];
	const {status, stdout, stderr} = spawnSync(process.execPath, command, {env, encoding: 'utf8', cwd: home});
	if (status !== 0 && status !== 1) throw new Error(`svc ${args.join(' ')} ended with ${status}:\n${stderr}`);
	return JSON.parse(stdout);
}

/** What the screens of a project that is in use have to show: a list, a schedule that has fired, two runs to compare. */
function furnish() {
	const projectId = svc('project', 'list').items.find(({name}) => name === 'Demo shop').id;
	const tests = svc('test', 'list', '--project', projectId, '--page-size', '100').items;
	const cases = tests.slice(0, 5).flatMap(({id}) => ['--case', id]);
	const {listId, id = listId} = svc('testlist', 'create', '--name', 'smoke', ...cases);
	svc('testlist', 'run', id, '--wait');
	const every = ['--timezone', 'Europe/Berlin'];
	const nightly = ['--target-type', 'project', '--target-id', projectId, '--daily', '02:30', ...every];
	svc('schedule', 'create', '--name', 'nightly', ...nightly);
	const weekly = ['--target-type', 'testList', '--target-id', id, '--weekly', 'mon@09:00', ...every];
	svc('schedule', 'create', '--name', 'monday smoke', ...weekly);
	return projectId;
}

/** A project that begins with nothing but the shop's own document: its endpoints are found, and a plan is made. */
function planned(shopProjectId) {
	const {targetUrl} = svc('project', 'get', shopProjectId);
	const {id} = svc('project', 'create', '--type', 'backend', '--name', 'Shop from its document', '--url', targetUrl);
	svc('endpoint', 'discover', '--project', id, '--wait');
	svc('test', 'plan', 'generate', '--project', id, '--wait');
	return id;
}

const session = {columns: 100, rows: 30, palette: 'dark', env};
const ui = (...args) => ['node', path('../dist/cli.js'), 'ui', ...args];

/** A screen opened by keys, and its picture with the cursor where `then` moves it. */
const picture = (name, keys, words, then = '') => [
	{keys},
	{wait: words},
	{pause: 1200},
	{keys: then},
	{pause: 600},
	{still: path(name), png},
];

try {
	demo('--keep');
	const projectId = furnish();
	// The main job: all tests are run, some are red, and the first failure is understood.
	await record({
		...session,
		command: ui('projects'),
		steps: [
			{wait: 'Demo shop'},
			{pause: 900},
			{record: path('dashboard')},
			{pause: 1200},
			// The website of the shop stands above it.
			{keys: 'j'},
			{pause: 600},
			{keys: '\r'},
			{wait: 'Log in'},
			{pause: 900},
			{type: 'jjj'},
			{pause: 900},
			{type: 'a'},
			{pause: 900},
			{keys: '\r'},
			{wait: 'wave 6 of 7'},
			{pause: 250},
			{still: path('running'), png},
			{wait: 'might be orphaned'},
			{pause: 1800},
			{keys: '4'},
			{wait: 'percent off came back'},
			{pause: 2000},
			{keys: '\r'},
			{wait: 'Summary'},
			{pause: 3000},
			{keys: ']'},
			{pause: 1500},
			{keys: ']'},
			{pause: 3500},
			{finish: true},
			{keys: '[['},
			{pause: 800},
			{still: path('failure'), png},
			...picture('projects', '1', 'Demo shop'),
			{keys: '\r'},
			{wait: 'Log in'},
			...picture('tests', '2', 'Log in', 'ggjjjjjj'),
			...picture('run', '3', 'cleaned up'),
			...picture('failures', '4', 'percent off came back'),
			...picture('variables', '6', 'DYNAMIC VARIABLE', 'jjjjjjj'),
			...picture('cleanup', '7', 'Cleaned up'),
			...picture('dataflow', '8', 'gives values', 'jjjjj'),
			...picture('chains', '9', 'STEPS', 'jjjjj'),
			...picture('history', 'gh', 'History'),
			...picture('compare', 'c', 'still broken', 'jjjjj'),
			...picture('auth', 'ga', 'Auth'),
			...picture('schedules', 'gs', 'nightly'),
			...picture('testlists', 'gt', 'smoke'),
			...picture('usage', 'gu', 'Usage'),
		],
	});
	await record({
		...session,
		command: ui('plan', planned(projectId)),
		steps: [
			{wait: 'tests ticked'},
			...picture('plan', 'jjjjj\r', 'happy path', 'jj'),
			{keys: 'ggjjjjjjjji'},
			{wait: 'Say what should be different'},
			{type: 'make it high'},
			{keys: '\r\r\r'},
			...picture('changes', '', 'ready', 'j'),
		],
	});
	process.stderr.write(`pictures of ${projectId} are in ${path('.')}\n`);
} finally {
	demo('--stop');
	rmSync(home, {recursive: true, force: true});
}

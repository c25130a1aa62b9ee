// Makes the pictures of the README from the built binary: starts the demo (service, shop, tests) in a home of its own,
// records the dashboard on it, and ends the demo.
//
// usage: node build/build.mjs && node media/make-pictures.mjs
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {record} from './record.mjs';

const path = name => fileURLToPath(new URL(name, import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'svc-pictures-'));
const env = {...process.env, HOME: home, XDG_DATA_HOME: join(home, '.local', 'share')};

function demo(option) {
	const {status, stderr} = spawnSync(process.execPath, [path('../dist/demo.js'), option], {env, encoding: 'utf8'});
	// 1 = the run did not find exactly what is hidden in the shop: there is a run to look at all the same.
	if (status !== 0 && status !== 1) throw new Error(`demo ${option} ended with ${status}:\n${stderr}`);
}

const session = {
	command: ['node', path('../dist/cli.js'), 'ui', 'projects'],
	columns: 100,
	rows: 30,
	palette: 'dark',
	env: {...env, SVC_HOME: join(home, '.local', 'share', 'svc-demo')},
};

try {
	demo('--keep');
	await record({
		...session,
		steps: [
			{wait: 'Demo shop'},
			{pause: 900},
			{record: path('dashboard')},
			{still: path('projects')},
			{pause: 1200},
			{keys: '\r'},
			{wait: 'Log in'},
			{pause: 900},
			{type: 'jjj'},
			{pause: 900},
			{still: path('tests')},
			{type: 'a'},
			{pause: 900},
			{keys: '\r'},
			{wait: 'wave 6 of 7'},
			{pause: 250},
			{still: path('run')},
			{wait: 'The run ended'},
			{pause: 1500},
			{type: 'xj'},
			{pause: 1500},
			{still: path('failed')},
			{pause: 1500},
		],
	});
} finally {
	demo('--stop');
	rmSync(home, {recursive: true, force: true});
}

import process from 'node:process';
import {median, row, timeCommands} from './measure.mjs';
import {cli} from './sandbox.mjs';

/** Start-up of the client, CPU as the median of pairs against an empty Node. */
export async function measureStartup(sandbox) {
	const {projectId} = await sandbox.project('startup', [
		{name: 'one', code: 'import requests\nassert requests.get(BASE_URL, timeout=5).status_code == 404\n'},
	]);
	const node = process.execPath;
	const env = {SVC_HOME: sandbox.home};
	const timed = timeCommands([
		{name: 'node', argv: [node, '-e', '0']},
		{name: 'version', argv: [node, cli, '-V'], env},
		{name: 'list', argv: [node, cli, 'test', 'list', '--project', projectId, '--output', 'json'], env},
	]);
	if (timed.list.exit.some(code => code !== 0)) throw new Error('test list failed');
	const ratio = (name, figure) => median(timed[name][figure].map((value, turn) => value / timed.node[figure][turn]));
	const detail = name =>
		`wall ${ratio(name, 'wall').toFixed(2)} ×, ${(median(timed[name].cpu) * 1000).toFixed(0)} ms CPU`;
	return [
		row('svc -V, CPU against node -e 0', ratio('version', 'cpu'), '×', 1.2, detail('version')),
		row('svc test list --output json, CPU against node -e 0', ratio('list', 'cpu'), '×', 2.3, detail('list')),
	];
}

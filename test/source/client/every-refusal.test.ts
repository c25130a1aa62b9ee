import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {rmSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Arguments} from '../../../source/commands/argument.ts';
import {createSandbox, createTemplate} from '../../fuzz/sandbox.ts';
import type {FuzzCase} from '../../fuzz/generate.ts';
import {knownCommands} from '../../fuzz/known-commands.ts';
import {playInProcess, prepare} from '../../fuzz/play.ts';
import {playableLines} from '../../fuzz/playable-lines.ts';
import {mapSome} from '../../helpers/map-some.ts';

/** How a service refuses whatever it is asked: status, code, `details`, and the exit code that follows. */
const refusals: Record<string, {status: number; code: string; details: object; exits: number[]}> = {
	'an id that nobody has': {
		status: 404,
		code: 'NOT_FOUND',
		details: {resource: 'test', id: 'tst_x', reason: 'not_found'},
		exits: [4],
	},
	'a key that is not valid': {status: 401, code: 'AUTH_INVALID', details: {}, exits: [3]},
	'a service that is not ready': {status: 503, code: 'UNAVAILABLE', details: {}, exits: [10]},
};

let server: Server;
let url: string;
let template: ReturnType<typeof createTemplate>;
beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		const {status, code, details} = Object.values(refusals)[Number(request.url?.slice(1, 2))] ?? {
			status: 500,
			code: 'X',
			details: {},
		};
		response.writeHead(status, {'content-type': 'application/json'});
		response.end(JSON.stringify({error: {code, message: 'It was refused.', requestId: 'req_1', details}}));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	template = createTemplate({isSmall: true});
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise(resolve => server.close(resolve));
	template.remove();
});

async function play(argv: string[], path: string[], endpoint: string) {
	const env = {SVC_API_KEY: 'sk_1', SVC_TARGET_POLICY: 'private', SVC_PROJECT_ID: 'prj_1', SVC_NO_SKILL_WARNING: '1'};
	const fuzzCase: FuzzCase = {
		...{seed: 7, argv, path, target: 'hostile', mood: 'html', env, stdin: '', credentials: null, config: null},
		canaries: [],
	};
	const sandbox = createSandbox(template.path);
	try {
		rmSync(`${sandbox.cwd}/bundle`, {recursive: true, force: true});
		const prepared = prepare(fuzzCase, sandbox, {url: endpoint, key: null});
		return await playInProcess({
			...{fuzzCase, sandbox, env: prepared, cliPath: '', serviceAddress: '', patienceMs: 60_000},
		});
	} finally {
		sandbox.remove();
	}
}

/** What is wrong with a refusal as a person reads it. */
function faultsOf({exitCode, stderr}: {exitCode: number | null; stderr: string}, exits: number[]): string[] {
	const lines = stderr.split('\n').filter(line => line !== '' && !/^(?:\[\w+\] |requestId: )/.test(line));
	const place = lines.findIndex(line => /^Error: /.test(line));
	return [
		...(exits.includes(exitCode ?? -1) ? [] : [`exit ${exitCode}`]),
		...(place === -1 ? ['no sentence'] : []),
		...(place !== -1 && lines.length < place + 2 ? ['no next step'] : []),
		...(/undefined|\[object|\bnull\b|NaN|^\s+at /m.test(stderr) ? ['a word of the program'] : []),
	];
}

/** `test delete-batch` answers test by test: what is gone already is what was asked for, the others are in its rows. */
const lines = (await playableLines()).filter(({path}) => path.join(' ') !== 'test delete-batch');

describe.each(Object.entries(refusals))('%s', (name, {exits}) => {
	it('is told by every command with a next step', async () => {
		const place = Object.keys(refusals).indexOf(name);
		const told = await mapSome(lines, 8, async ({path, argv}) => ({
			line: argv.join(' '),
			played: await play(argv, path, `${url}/${place}`),
		}));
		const wrong = told.flatMap(({line, played}) => {
			const faults = faultsOf(played, exits);
			return faults.length === 0 ? [] : [{line, faults, stderr: played.stderr.slice(0, 400)}];
		});
		expect(wrong).toEqual([]);
	}, 120_000);
});

describe('a line that cannot be meant', () => {
	it('is told by every command with what to do: an unknown flag, and nothing where something is required', async () => {
		const commands = (await knownCommands()).filter(({path}) => !['serve', 'worker'].includes(path[0]!));
		const wrong = await mapSome(commands, 8, async ({path, command}) => {
			const needs = Object.values((command.args ?? {}) as Arguments).some(({required}) => required);
			const unknown = await play([...path, '--no-such-flag'], path, url);
			const faults = faultsOf(unknown, [5]).map(fault => `unknown flag: ${fault}`);
			if (needs) faults.push(...faultsOf(await play([...path], path, url), [5]).map(fault => `no arguments: ${fault}`));
			return {line: path.join(' '), faults};
		});
		expect(wrong.filter(({faults}) => faults.length > 0)).toEqual([]);
	}, 120_000);
});

import {expect, it} from 'vitest';
import {BatchLogins} from '../../../service/engine/batch-logins.ts';
import {ChangeBoard} from '../../../service/engine/change-board.ts';
import {noAuth} from '../../../service/engine/run-auth.ts';
import {openStore} from '../../helpers/start-engine.ts';

const credentials = {...noAuth.credentialsOf({} as never, null), secrets: ['a-token']};
const changed = {batchId: 'bat_1', version: 2, done: false, ended: [], sweep: false};
const login = {batch_id: 'bat_1', project_id: 'prj_1'};

type Step = 'take the login' | 'look at it' | 'read the project';

/** Logins of one of several processes; the store takes nothing when that step is done for the first time. */
async function start(failing: Step) {
	let isAway = true;
	const ask = async <Answer>(step: Step, answer: Answer): Promise<Answer> => {
		if (step !== failing || !isAway) return answer;
		isAway = false;
		throw Object.assign(new Error('the server starts'), {code: 'POSTGRES_UNAVAILABLE'});
	};
	const stored: string[] = [];
	const {store} = await openStore();
	const state = () => (stored.length === 0 ? ('waiting' as const) : ('ready' as const));
	const logins = new BatchLogins({
		store: {
			...store,
			findLogin: () => ask('look at it', {state: state(), token: null}),
			holdForLogin: async () => {},
			async openLogin() {
				stored.push('opened');
				return changed;
			},
			async failLogin() {
				stored.push('failed');
				return changed;
			},
		},
		auth: {...noAuth, logIn: () => ask('read the project', {credentials, expiresAt: null, error: null, calls: []})},
		board: new ChangeBoard(),
		now: Date.now,
		log: {warn() {}, error() {}},
		wake() {},
		team: {
			executes: true,
			ownership: {take: () => ask('take the login', {lost: new AbortController().signal, release: async () => {}})},
			box: {seal: text => text, open: text => text},
		},
	});
	return {logins, stored, lose: () => (isAway = true)};
}

it.each(['take the login', 'look at it', 'read the project'] as const)(
	'a store that is away when it is to %s blocks no member of the batch: the login waits for it',
	async failing => {
		const {logins, stored} = await start(failing);
		logins.begin('bat_1', ['prj_1']);
		await expect.poll(() => stored, {timeout: 20_000}).toEqual(['opened']);
		await logins.stop();
	},
);

it.each(['take the login', 'look at it', 'read the project'] as const)(
	'a test that needs another token has it fetched, although the store is away when it is to %s',
	async failing => {
		const {logins, stored, lose} = await start(failing);
		expect(await logins.renew('bat_1', 'prj_1')).toEqual(credentials);
		lose();
		const need = {reason: 'refused', credential: credentials.auth.credential, call: {}} as never;
		expect(await logins.renewFor(login, need)).toBeNull();
		expect(stored.length).toBe(2);
	},
);

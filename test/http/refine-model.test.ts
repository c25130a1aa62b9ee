import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {getChangeSet, listChangeSets} from '../../contract/routes/change-sets.ts';
import {refinePlan} from '../../contract/routes/plans.ts';
import type {ModelSettings} from '../../service/plans/words/model/model-settings.ts';
import {plannedShop} from './planned-shop.ts';

const creates = 'creates a user who can be read back';

type Asked = {path: string; headers: IncomingMessage['headers']; body: {messages: Array<{content: unknown}>}};

/** A model on the loopback: answers what it is given, in order, in the style that it is asked in. */
async function fakeModel(style: ModelSettings['style'], answers: Array<object | number>) {
	const asked: Asked[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', part => parts.push(part));
		request.on('end', () => {
			asked.push({
				path: request.url ?? '',
				headers: request.headers,
				body: JSON.parse(Buffer.concat(parts).toString()),
			});
			const answer = answers.shift() ?? 500;
			if (typeof answer === 'number') {
				response.writeHead(answer, {'content-type': 'application/json'}).end('{"error":{"message":"no"}}');
				return;
			}
			const body =
				style === 'openai'
					? {
							id: 'c1',
							object: 'chat.completion',
							created: 1,
							model: 'fake',
							choices: [
								{index: 0, message: {role: 'assistant', content: JSON.stringify(answer)}, finish_reason: 'stop'},
							],
							usage: {prompt_tokens: 100, completion_tokens: 20, total_tokens: 120},
						}
					: {
							id: 'm1',
							type: 'message',
							role: 'assistant',
							model: 'fake',
							content: [{type: 'tool_use', id: 't1', name: 'json', input: answer}],
							stop_reason: 'tool_use',
							stop_sequence: null,
							usage: {input_tokens: 100, output_tokens: 20},
						};
			response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(body));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	const model: ModelSettings = {url, name: 'fake', style, key: 'model-key-123'};
	return {asked, model};
}

const sentence = 'the sign-up folks are not that pressing';

async function withModel(style: ModelSettings['style'], answersFor: (rowId: string) => Array<object | number>) {
	const answers: Array<object | number> = [];
	const {asked, model} = await fakeModel(style, answers);
	const shop = await plannedShop(/^\/users/, {model});
	const {http, params, row} = shop;
	const {rowId} = row(creates);
	answers.push(...answersFor(rowId));

	/** The change set of the sentence when it is worked out. */
	async function say(body: object = {}) {
		const {body: first} = await http.call(refinePlan, {params, body: {text: sentence, ...body}});
		const at = {params: {...params, changeSetId: first.changeSetId}};
		for (let since = 0; ; ) {
			const {body: set} = await http.call(getChangeSet, {...at, query: {since, waitSeconds: 5}});
			if (set.status !== 'drafting') return set;
			since = set.version;
		}
	}

	return {...shop, asked, rowId, say};
}

const lower = (target: string) => ({
	understood: 'creating users gets a low priority',
	operations: [{op: 'row.set', target, priority: 'p3', reason: 'not pressing'}],
	question: null,
});

describe('a model', () => {
	it.each(['openai', 'anthropic'] as const)('of style %s reads what the forms leave over', async style => {
		const {say, asked, rowId} = await withModel(style, target => [lower(target)]);
		const set = await say();
		expect(set).toMatchObject({
			status: 'ready',
			source: 'model',
			reply: 'creating users gets a low priority',
			tokens: 120,
			counts: {changed: 1},
		});
		expect(set.changes[0]).toMatchObject({rowId, fields: ['priority']});
		const [one] = asked;
		expect(JSON.stringify(one!.headers)).toContain('model-key-123');
		const text = JSON.stringify(one!.body);
		expect(text).toContain('<string ');
		expect(text).not.toContain('Amber');
		expect(asked).toHaveLength(1);
	});

	it('is shown with what it was sent, in the set and not in lists', async () => {
		const {say, asked, http, params} = await withModel('openai', target => [lower('row_invented'), lower(target)]);
		const {sent} = await say();
		expect(sent).toHaveLength(2);
		const bodies = asked.map(({body}) => body.messages.map(({content}) => content));
		for (const [place, text] of (sent ?? []).entries())
			for (const content of bodies[place]!) expect(text).toContain(content);
		const {items} = (await http.call(listChangeSets, {params, query: {}})).body;
		expect(items[0]).not.toHaveProperty('sent');
	});

	it('gives rows clearer titles, and may change nothing else', async () => {
		const title = 'Ada can sign up';
		const named = (target: string, more: object = {}) => ({
			understood: 'named',
			operations: [{op: 'row.set', target, title, reason: 'plain', ...more}],
			question: null,
		});
		const none = {understood: '', operations: [], question: null};
		const {say, asked} = await withModel('openai', target => [
			named(target, {priority: 'p3'}),
			named(target),
			...Array<object>(20).fill(none),
		]);
		const set = await say({kind: 'titles', autoApply: true});
		expect(set).toMatchObject({
			status: 'applied',
			source: 'model',
			reply: '1 row in clearer words',
			counts: {changed: 1},
		});
		expect(set.changes[0]).toMatchObject({fields: ['title', 'recipe'], after: {title}});
		expect(JSON.stringify(asked[1]!.body)).toContain('priority must stay');
	});

	it('is needed for titles: without one nothing is changed', async () => {
		const {http, params} = await plannedShop(/^\/users/);
		const refused = await http.fail(refinePlan, {params, body: {text: 'clearer', kind: 'titles'}});
		expect(refused.status).toBe(501);
		expect(refused.body).toMatchObject({
			details: {reason: 'no_model'},
			nextAction: expect.stringContaining('SVC_MODEL_URL'),
		});
	});

	it('is not asked about a sentence that has a form', async () => {
		const {http, params, asked} = await withModel('openai', () => []);
		await http.call(refinePlan, {params, body: {text: 'keep only happy paths'}});
		expect(asked).toEqual([]);
	});

	it('is told once why its answer cannot be carried out; the second answer counts', async () => {
		const {say, asked} = await withModel('openai', target => [lower('row_invented'), lower(target)]);
		expect(await say()).toMatchObject({status: 'ready', tokens: 240});
		expect(JSON.stringify(asked[1]!.body)).toContain('there is no row row_invented');
	});

	it('gives way to the nearest forms when it invents things twice, or is not there', async () => {
		const invented = await withModel('openai', () => [
			lower('row_1x'),
			{understood: '', operations: [{op: 'drop'}], question: null},
		]);
		const refused = await invented.say();
		expect(refused).toMatchObject({status: 'failed', tokens: 240, changes: []});
		expect(refused.errorMessage).toMatch(/^The model asked for what cannot be done: .* Say it like one of these: "/);
		const gone = await withModel('openai', () => [400]);
		expect((await gone.say()).errorMessage).toMatch(/^The model did not answer.* Say it like one of these: "/);
	});

	it('may ask back', async () => {
		const question = {understood: '', operations: [], question: 'Do you mean creating or reading users?'};
		const {say} = await withModel('openai', () => [question]);
		expect(await say()).toMatchObject({status: 'failed', reply: 'Do you mean creating or reading users?', tokens: 120});
	});

	it('has a budget per project and day', async () => {
		const {http, params, say, asked} = await withModel('openai', target => [lower(target), lower(target)]);
		const {changeSetId} = await say();
		await http.database.updateTable('change_sets').set({tokens: 200_000}).where('id', '=', changeSetId).execute();
		const refused = await http.fail(refinePlan, {params, body: {text: sentence}});
		expect(refused.status).toBe(501);
		expect(refused.body.message).toContain('budget');
		expect(asked).toHaveLength(1);
	});
});

import {describe, expect, it} from 'vitest';
import {listBatches} from '../../../../contract/routes/batches.ts';
import {discoverEndpoints, getDiscovery} from '../../../../contract/routes/discovery.ts';
import {listEndpoints} from '../../../../contract/routes/endpoints.ts';
import {getCleanup} from '../../../../contract/routes/cleanup.ts';
import {getTestCode, listTests, putTestCode} from '../../../../contract/routes/tests.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning, titlesOf} from '../learning/learning-world.ts';
import {changeableTickets, startTickets, ticketsDocument} from './tickets-api.ts';

const python = pythonOfFile();

const startSettling = (...behaviour: Parameters<typeof startTickets>) => startWith(ticketsDocument, ...behaviour);

async function startWith(document: object, ...behaviour: Parameters<typeof startTickets>) {
	const api = await startTickets(...behaviour);
	const world = await startLearning(python(), api.url, document);
	const {http, params} = world;
	/** Ids that any cleanup says it could not remove. */
	async function listedAsLeft(): Promise<string[]> {
		const {body: batches} = await http.call(listBatches, {params, query: {}});
		const cleanups = await Promise.all(
			batches.items.map(({batchId}) => http.call(getCleanup, {params: {batchId}, query: {}})),
		);
		return cleanups.flatMap(({body}) => body.orphaned.map(({capturedId}) => capturedId ?? '')).sort();
	}
	return {...world, api, listedAsLeft};
}

describe('settling', () => {
	it('finds the fields that work, writes them into every test, and says so', async () => {
		const {run, settle, api, http, params} = await startSettling(sent =>
			'address' in sent ? {status: 422, error: 'this address cannot be found'} : null,
		);
		const set = await settle();
		expect(set).toMatchObject({source: 'settled', status: 'applied', errorMessage: null});
		expect(set.reply).toBe('POST /tickets accepts title, urgency, labels (without address: 201).');
		expect(set.settled).toEqual([
			{
				endpoint: 'POST /tickets',
				accepted: ['title', 'urgency', 'labels'],
				tried: ['without address: 201'],
				neededHelp: null,
			},
		]);
		expect(set.changes.map(({codeDiff}) => codeDiff).join('\n')).toMatch(/^-.*address/m);
		expect(redOf(await run())).toEqual([]);
		expect(await settle()).toMatchObject({
			status: 'applied',
			source: 'settled',
			counts: {added: 0, removed: 0, changed: 0},
			reply: expect.stringContaining('Nothing is refused'),
		});
		// What was tried is gone: tests and records.
		const {body: tests} = await http.call(listTests, {query: {projectId: params.projectId, pageSize: 100}});
		expect(tests.items.filter(({name}) => name.startsWith('Settle'))).toEqual([]);
		expect(api.tickets.size).toBe(0);
	});

	it.each([
		{method: 'put', accepted: ['title', 'urgency', 'labels'], tried: ['without address: 200']},
		// The API takes no change without a title: what it names goes with every change.
		{method: 'patch', accepted: ['urgency', 'title'], tried: ['with title as it is asked for: 200']},
	] as const)('finds what a change by $method takes', async ({method, accepted, tried}) => {
		const refuse = (sent: object) => ('address' in sent ? {status: 422, error: 'address cannot be changed'} : null);
		const {settle, run, api, listedAsLeft} = await startWith(changeableTickets(method), () => null, undefined, refuse);
		const set = await settle();
		const endpoint = `${method.toUpperCase()} /tickets/{ticketId}`;
		expect(set.errorMessage).toBeNull();
		expect(set.settled).toEqual([{endpoint, accepted, tried, neededHelp: null}]);
		expect(redOf(await run())).toEqual([]);
		expect(await listedAsLeft()).toEqual([...api.tickets.keys()]);
	});

	it('sends what the API asks for in so many words, also where the document lets it be left out', async () => {
		const places = ['closed', 'north', 'south'];
		const {settle, run, codes, api} = await startSettling(sent =>
			places.includes((sent as {address?: string}).address ?? '')
				? null
				: {status: 422, error: `address must be one of the following values: ${places.join(', ')}`},
		);
		const first = await settle();
		expect(first.errorMessage).toBeNull();
		expect(first.settled?.[0]?.tried).toEqual(['with address as it is asked for: 201']);
		await run();
		await settle();
		expect(redOf(await run())).toEqual([]);
		const makers = [...(await codes()).values()].filter(code => code.includes('requests.post('));
		expect(makers.length).toBeGreaterThan(2);
		// A place that a person would take first, and never one that the API has not named.
		expect(makers.filter(code => code.includes('"address": "north"')).length).toBeGreaterThan(2);
		expect(makers.join('\n')).not.toMatch(/"address": "[A-Z]/);
		expect(api.tickets.size).toBe(0);
	});

	it('learns what has to be sent from an answer that names it, and goes on sending the rest where it may', async () => {
		const {settle, run, codes} = await startSettling(sent =>
			'address' in sent
				? null
				: {status: 400, error: {title: 'One or more errors occurred.', Address: ['The Address field is required.']}},
		);
		// Tests that make a ticket of their own send what the document says is required, and are blocked.
		expect(redOf(await run()).length).toBeGreaterThan(1);
		const set = await settle();
		expect(set.settled).toEqual([
			{
				endpoint: 'POST /tickets',
				accepted: ['title', 'address'],
				tried: ['with address as it is asked for: 201'],
				neededHelp: null,
			},
		]);
		expect(redOf(await run())).toEqual([]);
		const makers = [...(await codes()).values()].filter(code => code.includes('/tickets", json='));
		expect(makers.some(code => code.includes('"labels"'))).toBe(true);
	});

	it('names the state of what it changes where the API answers 428 and the document leaves the header open', async () => {
		const {paths, ...about} = changeableTickets('patch');
		const {parameters, ...one} = paths['/tickets/{ticketId}'] as unknown as {parameters: object[]; patch: object};
		const ifMatch = {name: 'if-match', in: 'header', required: false, schema: {type: 'string'}};
		const path = {...one, parameters, patch: {...one.patch, parameters: [ifMatch]}};
		const document = {...about, paths: {...paths, '/tickets/{ticketId}': path}};
		const {settle, run} = await startWith(
			document,
			() => null,
			undefined,
			(_, headers) => (headers['if-match'] === undefined ? {status: 428, error: 'If-Match header is required'} : null),
		);
		const set = await settle();
		expect(set.reply).toBe('PATCH /tickets/{ticketId} wants the header If-Match (428 without it).');
		expect(redOf(await run())).toEqual([]);
	});

	it('keeps what it has found when the same document is read again, and not when the body is another one', async () => {
		const {settle, http, params} = await startSettling(sent =>
			'address' in sent ? {status: 422, error: 'this address cannot be found'} : null,
		);
		await settle();
		const shapeOf = async () => {
			const {body} = await http.call(listEndpoints, {params, query: {pageSize: 100}});
			return body.items.find(({method, path}) => method === 'POST' && path === '/tickets')!.requestShape;
		};
		const readAgain = async () => {
			const {body: begun} = await http.call(discoverEndpoints, {params, body: {probe: false}});
			let since = 0;
			for (;;) {
				const query = {since, waitSeconds: 5};
				const where = {...params, discoveryId: begun.discoveryId};
				const {body: discovery} = await http.call(getDiscovery, {params: where, query});
				if (discovery.finishedAt !== null) return discovery;
				since = discovery.version;
			}
		};
		const pretend = async (shape: object) => {
			const row = await http.database.selectFrom('endpoints').selectAll().where('path', '=', '/tickets').execute();
			expect(row.length).toBeGreaterThan(0);
			for (const {id, request_shape} of row)
				await http.database
					.updateTable('endpoints')
					.set({request_shape: JSON.stringify({...JSON.parse(request_shape), ...shape})})
					.where('id', '=', id)
					.execute();
		};
		expect((await shapeOf()).settledFields).toEqual(['title', 'urgency', 'labels']);
		expect((await readAgain()).changeList.changed).not.toContain('POST /tickets');
		expect((await shapeOf()).settledFields).toEqual(['title', 'urgency', 'labels']);
		// As if the document had described another body when it was settled.
		await pretend({body: {type: 'object', properties: {name: {type: 'string'}}}});
		await readAgain();
		expect((await shapeOf()).settledFields).toBeUndefined();
	});

	it('is applied although a test that a person has written anew cannot take it over', async () => {
		const {settle, http, params, codes} = await startSettling(sent =>
			'address' in sent ? {status: 400, error: 'no address'} : null,
		);
		const {body: tests} = await http.call(listTests, {query: {projectId: params.projectId, pageSize: 100}});
		const [own] = tests.items.filter(({name}) => name.includes('that can be read back'));
		const {body: before} = await http.call(getTestCode, {params: {testId: own!.id}});
		const code = before.code!.replace(/^.*"address".*$/m, '    sent = {"title": "mine", "address": "of my own"}');
		expect(code).not.toBe(before.code);
		await http.call(putTestCode, {params: {testId: own!.id}, body: {code}, headers: {'if-match': '*'}});
		const set = await settle();
		expect(set.status).toBe('applied');
		expect(set.changes.some(({refused}) => refused !== null)).toBe(true);
		expect(set.changes.some(({applied}) => applied)).toBe(true);
		expect([...(await codes()).values()].some(text => text.includes('of my own'))).toBe(true);
	});

	it('keeps the history of an attempt whose record could not be removed, until it is', async () => {
		let canDelete = true;
		const {settle, api, listedAsLeft} = await startSettling(
			sent => ('address' in sent ? {status: 422, error: 'this address cannot be found'} : null),
			() => canDelete,
		);
		canDelete = false;
		expect((await settle()).status).toBe('applied');
		expect(api.tickets.size).toBeGreaterThan(0);
		expect(await listedAsLeft()).toEqual([...api.tickets.keys()].sort());
	});

	it('keeps a server error as a finding although a smaller body works', async () => {
		const {run, settle, findings} = await startSettling(sent =>
			'address' in sent ? {status: 500, error: 'geocoder'} : null,
		);
		expect((await settle()).status).toBe('applied');
		expect(redOf(await run())).toEqual([]);
		expect(titlesOf(await findings())).toEqual(['POST /tickets: answers 500']);
	});

	it('learns no body from fields that a caller may not set', async () => {
		const known = ['title', 'urgency', 'address', 'labels'];
		const {run, settle, codes} = await startSettling(sent =>
			Object.keys(sent).every(name => known.includes(name)) ? null : {status: 500, error: 'unexpected field'},
		);
		expect(redOf(await run())).toEqual([expect.stringContaining('does not let callers set')]);
		expect((await settle()).settled ?? []).toEqual([]);
		const makers = [...(await codes()).entries()].filter(([name]) => !name.includes('does not let callers'));
		expect(makers.map(([, code]) => code).join('\n')).not.toContain('isAdmin');
	});

	it('leaves alone what is accepted elsewhere with the same fields: one value broke the API', async () => {
		let count = 0;
		const {settle} = await startSettling(() => (++count === 2 ? {status: 500, error: 'database is locked'} : null));
		const set = await settle();
		expect(set.reply).toContain('Nothing is refused');
	});

	it('says what is refused still, although another test sent the same fields', async () => {
		let count = 0;
		const {settle} = await startSettling(() => (++count === 2 ? {status: 409, error: 'the desk is busy'} : null));
		const set = await settle();
		expect(set).toMatchObject({
			status: 'failed',
			errorMessage: expect.stringContaining('POST /tickets answered 409 "the desk is busy"'),
		});
	});

	it('is proposed unless it is to be applied', async () => {
		const {settle, codes} = await startSettling(sent => ('address' in sent ? {status: 400, error: 'no'} : null));
		const before = await codes();
		expect((await settle(false)).status).toBe('ready');
		expect(await codes()).toEqual(before);
	});

	it('says in the words of the API what needs help when no body works, and reads a record that is there', async () => {
		const {settle, codes, run, api} = await startSettling(() => ({
			status: 422,
			error: 'the moon is in the wrong phase',
		}));
		const set = await settle();
		expect(set.reply ?? set.errorMessage).toContain(
			'POST /tickets needs your help: it answers 422 "the moon is in the wrong phase"',
		);
		const texts = await codes();
		for (const [name, code] of texts) {
			// Borrowed to be read and referred to, never to be changed or deleted.
			if (/requests\.(?:delete|patch|put)\(/.test(code))
				expect(code, name).not.toContain('expected at least one entry');
		}
		const read = 'GET /tickets/{ticketId} reads the ticket that was asked for';
		const statusOf = async () => (await run()).members.find(({name}) => name === read)?.status;
		expect(await statusOf()).toBe('blocked');
		api.tickets.set('t-0', {id: 't-0', title: 'There before', urgency: 1, address: 'here', labels: []});
		expect(await statusOf()).toBe('passed');
		expect([...api.tickets.keys()]).toEqual(['t-0']);
	});
});

import {describe, expect, it} from 'vitest';
import {failFinding} from '../../../../contract/routes/findings.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning, titlesOf} from './learning-world.ts';
import {type Manners, notesDocument, startNotes} from './notes-api.ts';

const python = pythonOfFile();

async function start(manners: Partial<Manners>) {
	const notes = await startNotes(manners);
	return {notes, ...(await startLearning(python(), notes.url, notesDocument))};
}

/** Runs twice, so that what was learned stands in the tests. */
async function learn({run, learned}: Awaited<ReturnType<typeof start>>) {
	expect(redOf(await run())).toEqual([]);
	expect(redOf(await run())).toEqual([]);
	await learned();
}

const forms: Array<[string, (title: string) => string, string]> = [
	['lower case', title => title.toLowerCase(), '$.title comes back in lower case'],
	['upper case', title => title.toUpperCase(), '$.title comes back in upper case'],
	['other blanks', title => title.replaceAll(' ', '-'), '$.title comes back with other punctuation or markup'],
];

describe('what an API keeps in another form', () => {
	it.each(forms)('%s is one finding, and learned exactly', async (_, keepsTitle, difference) => {
		const world = await start({keepsTitle});
		await learn(world);
		const titles = titlesOf(await world.findings());
		expect(titles.some(title => title.includes(difference))).toBe(true);
		expect(redOf(await world.run())).toEqual([]);
		world.notes.as.keepsTitle = () => 'another title';
		expect(redOf(await world.run()).join('\n')).toContain('another title');
	});

	it('an id that a caller may set is a finding that says so', async () => {
		const world = await start({takesIds: true});
		expect(redOf(await world.run())).toEqual([]);
		const titles = titlesOf(await world.findings()).filter(title => title.startsWith('POST /notes:'));
		expect(titles).toEqual(['POST /notes: the caller’s own id was taken over']);
	});

	it('another value is red from the first run on', async () => {
		const {run} = await start({keepsTitle: title => title.slice(0, 3)});
		expect(redOf(await run()).length).toBeGreaterThan(0);
		expect(redOf(await run()).length).toBeGreaterThan(0);
	});

	it('a field that never comes back is a finding, and no longer looked for', async () => {
		const world = await start({forgetsPinned: true});
		await learn(world);
		expect(titlesOf(await world.findings()).join('\n')).toContain('$.pinned');
		expect(redOf(await world.run())).toEqual([]);
	});

	it('a reference that comes back as the record that it names is a finding, and no longer looked for', async () => {
		const world = await start({keepsTitle: title => ({id: 7, name: title}) as never});
		await learn(world);
		expect(titlesOf(await world.findings()).join('\n')).toContain('$.title comes back as the record that it names');
		world.notes.as.keepsTitle = title => ({id: 8, name: title}) as never;
		expect(redOf(await world.run())).toEqual([]);
	});

	it('what it works out itself may follow a change, and is no finding', async () => {
		const text = JSON.stringify(notesDocument).replaceAll('"color":', '"words":{"type":"integer"},"color":');
		const document = JSON.parse(text) as typeof notesDocument;
		const notes = await startNotes({extra: true});
		const world = {notes, ...(await startLearning(python(), notes.url, document))};
		await learn(world);
		expect(titlesOf(await world.findings()).join('\n')).not.toContain('words');
		expect(redOf(await world.run())).toEqual([]);
		const [code] = [...(await world.codes())].filter(
			([name]) => name.startsWith('PATCH') && name.includes('nothing else'),
		);
		expect(code?.[1]).toContain('"words"');
	});

	it('a field that stops coming back is red', async () => {
		const world = await start({});
		await learn(world);
		world.notes.as.forgetsPinned = true;
		expect(redOf(await world.run()).join('\n')).toContain('pinned');
	});
});

describe('unusual text that is refused', () => {
	it('is expected to be refused just so, and another answer is red', async () => {
		const world = await start({refusesMarkup: 422});
		await learn(world);
		const code = (await world.codes()).get('POST /notes keeps any text as it is');
		expect(code).toMatch(/^"""POST \/notes refuses unusual text\./);
		expect(code).toContain('The API refuses it with 422.');
		expect(code).toContain('# Learned from the first runs, the document does not say it.');
		expect(titlesOf(await world.findings()).join('\n')).not.toContain('422');
		expect(redOf(await world.run())).toEqual([]);
		world.notes.as.refusesMarkup = null;
		expect(redOf(await world.run()).join('\n')).toContain('POST /notes keeps any text as it is');
	});
});

describe('a record that is kept after its DELETE', () => {
	it('is a finding where it says that it is deleted, and red when it no longer does', async () => {
		const world = await start({softDelete: true});
		await learn(world);
		expect(titlesOf(await world.findings()).join('\n')).toContain(
			'can still be read after its DELETE: deletedAt is set',
		);
		expect(redOf(await world.run())).toEqual([]);
		world.notes.as.softDelete = 'lies';
		expect(redOf(await world.run()).length).toBeGreaterThan(0);
	});

	it('is a finding, too, where its DELETE has answered it as it is kept', async () => {
		const world = await start({softDelete: 'shown'});
		expect(redOf(await world.run())).toEqual([]);
		expect(titlesOf(await world.findings()).join('\n')).toContain(
			'can still be read after its DELETE: deletedAt is set',
		);
	});

	it('is red from the first run on where nothing has changed', async () => {
		const {run} = await start({softDelete: 'lies'});
		expect(redOf(await run()).join('\n')).toMatch(/deletes a note for good/);
		expect(redOf(await run()).join('\n')).toMatch(/deletes a note for good/);
	});

	it('turns red again when a person says that the document is right', async () => {
		const world = await start({softDelete: true});
		await learn(world);
		const finding = (await world.findings()).find(({title}) => title.includes('after its DELETE'))!;
		await world.http.call(failFinding, {params: {...world.params, findingId: finding.findingId}});
		expect(redOf(await world.run()).length).toBeGreaterThan(0);
	});
});

it('an answer that is a text instead of JSON is a finding, and learned', async () => {
	const said = {content: {'application/json': {schema: {type: 'object', required: ['ok'], properties: {ok: {}}}}}};
	const ping = {get: {responses: {200: {description: 'Pong', ...said}}}};
	const notes = await startNotes();
	const world = await startLearning(python(), notes.url, {...notesDocument, paths: {'/ping': ping}});
	expect(redOf(await world.run())).toEqual([]);
	expect(titlesOf(await world.findings())).toEqual(['GET /ping: application/json documented, text/html answered']);
	expect(redOf(await world.run())).toEqual([]);
	await world.learned();
	expect(redOf(await world.run())).toEqual([]);
	expect([...(await world.codes()).values()].join('\n')).toContain('text/html');
});

it('a refusal without a body is a finding, and learned, although a record is looked for behind it', async () => {
	const world = await start({refusesInSilence: true});
	await learn(world);
	const silent = (await world.findings()).filter(({kind}) => kind === 'content_type');
	expect(titlesOf(silent)).toContain('DELETE /notes/{noteId}: application/json documented, none answered');
	expect(redOf(await world.run())).toEqual([]);
	const unknown = [...(await world.codes())].filter(([name]) => /^DELETE .*unknown/.test(name));
	expect(unknown).toHaveLength(1);
	expect(unknown[0]?.[1]).not.toContain('response.json()');
	world.notes.as.unknown = 200;
	expect(redOf(await world.run()).join('\n')).toContain('DELETE /notes/{noteId}');
});

describe('a list that was empty in the first runs', () => {
	const tag = {type: 'object', required: ['name'], properties: {name: {type: 'string'}}};
	const list = {content: {'application/json': {schema: {type: 'array', items: tag}}}};
	const tags = {...notesDocument, paths: {'/tags': {get: {responses: {200: {description: 'Tags', ...list}}}}}};
	async function startEmpty() {
		const notes = await startNotes();
		const world = {notes, ...(await startLearning(python(), notes.url, tags))};
		// What an entry looks like is nothing that an empty list shows: the test waits for one.
		for (const _ of [1, 2])
			expect(redOf(await world.run())).toEqual([
				'GET /tags answers the documented shape: blocked AssertionError: setup: expected at least one entry, got none',
			]);
		return world;
	}

	it('proves nothing of its entries: where they differ from the document it is a finding', async () => {
		const world = await startEmpty();
		world.notes.as.tags = [{name: null}];
		await learn(world);
		expect(titlesOf(await world.findings()).join()).toContain('$[*].name is null');
		world.notes.as.tags = [{name: 7}];
		expect(redOf(await world.run()).join('\n')).toContain('name');
	});

	it('counts from its first entry on', async () => {
		const world = await startEmpty();
		world.notes.as.tags = [{name: 'blue'}];
		expect(redOf(await world.run())).toEqual([]);
		world.notes.as.tags = [{name: null}];
		expect(redOf(await world.run()).join('\n')).toContain('name');
	});
});

it('a field that the API requires and the document does not is a finding of the smallest body', async () => {
	const world = await start({needsPinned: true});
	const first = redOf(await world.run());
	expect(first.filter(line => line.includes('only what is required'))).toEqual([]);
	expect(titlesOf(await world.findings()).join('\n')).toContain('POST /notes: 201 documented, 400 answered');
	await world.run();
	await world.learned();
	expect(redOf(await world.run()).filter(line => line.includes('only what is required'))).toEqual([]);
});

import {expect, it} from 'vitest';
import {goneRecords, noteOpen} from '../../../service/cleanup/open-records.ts';
import type {OpenRecord} from '../../../service/store/cleanup/open-records.ts';

const origin = 'http://api.test';
const article = {handle: '265', family: '/articles', outcome: 'auto'} as const;

/** The tags of an article, whose DELETE goes to the path that has set them and wants a body. */
const links: OpenRecord = {
	resourceId: 'res_1',
	projectId: 'prj_1' as OpenRecord['projectId'],
	runId: 'run_1' as OpenRecord['runId'],
	handle: '265',
	deleteUrl: null,
	readUrl: null,
	createdAt: `${origin}/articles/265/relationships/tags`,
	isPart: true,
	headers: {},
	parents: [article],
};

/** Addresses that were read, and the records of a kind that were read somewhere. */
const shownAt = (read: string[] = [], members: string[] = []) => {
	const urls = new Set(read);
	return {
		has: (url: string) => urls.has(url),
		add: (url: string) => void urls.add(url),
		hasMember: (collection: string, handle: string) => members.includes(`${collection}/${handle}`),
	};
};

/** What is said to be gone where every address is answered with this status, and what was read. */
async function goneWhere(record: OpenRecord, status: number) {
	const read: string[] = [];
	const gone = await goneRecords([record], shownAt(), async (_, url) => {
		read.push(url.slice(origin.length));
		const presence = status === 404 ? 'gone' : status === 200 ? 'there' : 'unknown';
		return {presence, answer: {status}} as Awaited<ReturnType<Parameters<typeof goneRecords>[2]>>;
	});
	return {read, notes: gone.map(({note}) => note)};
}

it('a part of a record that is gone is gone with it', async () => {
	const {read, notes} = await goneWhere(links, 404);
	expect(read).toEqual(['/articles/265/relationships/tags']);
	expect(notes).toEqual(['gone with Article 265']);
});

it.each<[string, OpenRecord, number]>([
	['what can still be read', links, 200],
	['a part of what is still there', {...links, parents: [{...article, outcome: 'orphaned'}]}, 404],
	// The 265th copy of the 265th article: an address of its own is not known, and it may well be there.
	['what only has the number of the record in its path', {...links, isPart: false}, 404],
	['a part of another record', {...links, parents: [{...article, handle: '26'}]}, 404],
])('nothing is said of %s', async (_, record, status) => {
	expect((await goneWhere(record, status)).notes).toEqual([]);
});

/** A comment of an article: nobody reads one alone, and none is deleted. */
const comment: OpenRecord = {...links, handle: '3', createdAt: `${origin}/articles/265/comments`, isPart: false};
const commentsOf = `${origin}/articles/265/comments`;

it.each<[string, OpenRecord, string[], number, string[]]>([
	['whose list is gone with the record above', comment, [], 404, ['gone with Article 265']],
	['whose list is there', comment, [], 200, []],
	['below what is still there', {...comment, parents: [{...article, outcome: 'orphaned'}]}, [], 404, []],
	['that was read elsewhere', comment, ['comments/3'], 404, []],
])('of a record without an address of its own, %s', async (_, record, members, status, notes) => {
	const shown = shownAt([], members);
	const reading = (now: number) => async (_record: OpenRecord, url: string) =>
		({
			presence: url !== commentsOf ? 'unknown' : now === 404 ? 'gone' : 'there',
			answer: {status: now},
		}) as Awaited<ReturnType<Parameters<typeof goneRecords>[2]>>;
	await noteOpen([record], shown, reading(200));
	const gone = await goneRecords([record], shown, reading(status));
	expect(gone.map(({note}) => note)).toEqual(notes);
});

it('nothing is said of a record whose list was never read', async () => {
	const read = async () => ({presence: 'gone', answer: {status: 404}}) as never;
	expect(await goneRecords([comment], shownAt(), read)).toEqual([]);
});

import {expect, it} from 'vitest';
import {goneRecords} from '../../../service/cleanup/open-records.ts';
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

/** What is said to be gone where every address is answered with this status, and what was read. */
async function goneWhere(record: OpenRecord, status: number) {
	const read: string[] = [];
	const gone = await goneRecords([record], new Set(), async (_, url) => {
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

import {describe, expect, test} from 'vitest';
import {resolveRequirements} from '../../../service/discovery/resolve-requirements.ts';
import {readText} from '../../../service/discovery/sources/text/read-text.ts';
import {pathKey} from '../../../service/domain/endpoint-path.ts';
import {planDocument} from './plan-document.ts';
import {planOf} from './shop-plan.ts';
import type {Fault} from './templates/desk.ts';
import {deskDocument} from './templates/desk-document.ts';
import {createRowBench} from './templates/row-bench.ts';

const text = `# Requirements

A person's rank must be between 1 and 9. The name is required for a new person.
Creating a person with an email that exists returns 409.

Anonymous users cannot create a person. A deleted person cannot be read.
Reading a person never returns the password.
The list of people is sorted by id.

Every answer has X-Request-Id. Every GET answers within 5000 ms.
Creating a person returns 201.

People must be treated kindly.
`;

const document = planDocument(JSON.parse(JSON.stringify(deskDocument)));
const known = document.endpoints.map(({method, path, summary}) => ({method, path, summary, path_key: pathKey(path)}));
const told = readText(text, () => {}).notes!().requirements;
const requirements = resolveRequirements(
	told.map(one => ({...one, documentId: null, documentName: 'rules.md'})),
	known,
);
const plan = planOf(document, {requirements});
const rows = plan.rows.filter(({template}) => template === 'requirement');
const {verdictOf, rejections} = createRowBench(plan);

const keyOf = (title: string): string => {
	const row = rows.find(one => one.title.startsWith(title));
	if (!row) throw new Error(`no row "${title}" among ${rows.map(one => one.title).join(' | ')}`);
	return row.key;
};

describe('a sentence of requirements', () => {
	test('becomes rows that pass the gate, with the sentence and its line as the source', async () => {
		expect((await rejections()).filter(({id}) => id.includes('requirement'))).toEqual([]);
		const bounds = rows.find(({key}) => key === keyOf('A person'))!;
		expect(bounds.recipe.steps.at(-1)?.asserts[0]?.provenance).toMatchObject({
			from: 'document',
			where: "rules.md line 3: A person's rank must be between 1 and 9.",
		});
		expect(bounds.recipe.why).toContain('rules.md line 3');
	});

	const found: Array<[title: string, fault: Fault]> = [
		["A person's rank", 'bounds-ignored'],
		['The name is required', 'bounds-ignored'],
		['Creating a person with an email', 'second-accepted'],
		['Anonymous users', 'anonymous-pass'],
		['A deleted person', 'kept-after-delete'],
		['Reading a person never', 'shows-password'],
		['Every answer has', 'no-request-id'],
	];
	test.each(found)('"%s" finds %s, and nothing in a healthy application', async (title, fault) => {
		expect(await verdictOf(keyOf(title), null)).toBe('passed');
		expect(await verdictOf(keyOf(title), fault)).toMatch(/^failed: /);
	});

	test.each(['The list of people is sorted', 'Every GET answers', 'Creating a person returns'])(
		'"%s" is tried, too',
		async title => {
			expect(await verdictOf(keyOf(title), null)).toBe('passed');
		},
	);

	test('that fits no family stays as words, and is not ticked', () => {
		expect(plan.words.map(({requirement}) => requirement.text)).toEqual(['People must be treated kindly.']);
	});
});

describe('what a test script of a collection asserts', () => {
	const checks = [
		{type: 'status' as const, oneOf: [200], source: 'to.have.status'},
		{type: 'equals' as const, pointer: '$.rank', value: 1, source: 'eql'},
		{type: 'equals' as const, pointer: '$.kind', value: 'person', source: 'eql'},
	];

	test('stands in the row that makes its call, as said by a person, but for what the row itself sends', () => {
		const endpoints = document.endpoints.map(one =>
			one.method === 'GET' && one.path === '/people/{personId}' ? {...one, checks} : one,
		);
		const read = planOf({...document, endpoints}).rows.find(({key}) => key === 'GET /people/{personId} read')!;
		const own = read.recipe.steps.flatMap(({asserts}) => asserts.filter(({provenance}) => provenance.from === 'user'));
		expect(own.map(({id}) => id)).toEqual(['status', 'script:$.kind']);
		expect(read.expectedBehavior).toContain('answers 200 (yours)');
	});
});

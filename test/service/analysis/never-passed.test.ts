import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts, ProjectFacts} from '../../../service/analysis/facts.ts';
import {call, failure, plainSetUp} from './failure.ts';

const project: ProjectFacts = {
	documented: [
		{method: 'GET', path: '/products', query: ['page']},
		{method: 'POST', path: '/notes', query: []},
		{method: 'GET', path: '/notes/{id}', query: []},
	],
	produced: [{name: 'order_id', title: 'Create an order', testId: 'tst_2'}],
};
const read = (facts: FailureFacts, known: Partial<ProjectFacts> = {}) => {
	const {rootCauseHypothesis, recommendedFixTarget: fix} = analyse({...facts, project: {...project, ...known}});
	return {cause: rootCauseHypothesis ?? '', ...fix};
};

describe('a test that has never passed', () => {
	const items = call({to: 'GET /products?limit=2', got: {items: [1, 2, 3]}});
	const counted = {asserted: 'expected 2, got 3', at: 'assert len(r.json()["items"]) == 2', calls: [items]};

	it('is asked what it expects before the code of the API is', () => {
		expect(read(failure(counted)).rationale).toMatch(
			/^This test has never passed: check first what it expects \(line 2\)\. Where that is right, code of the API: /,
		);
	});

	it('keeps the query in the text, and names what the document does not know of it', () => {
		expect(read(failure(counted)).cause).toMatch(
			/^GET \/products\?limit=2 answered 200 .* The document of GET \/products has no query parameter `limit` \(it knows `page`\): the API may ignore it\.$/,
		);
		const documented = [{method: 'GET', path: '/products', query: ['limit']}];
		expect(read(failure(counted), {documented}).cause).not.toContain('The document');
		expect(read(failure(counted), {documented: []}).cause).not.toContain('The document');
	});

	it('a test that passed before is told nothing of that', () => {
		const found = read(failure({...counted, before: [call({to: 'GET /products?limit=2', got: {items: [1, 2]}})]}));
		expect(`${found.cause} ${found.rationale}`).not.toMatch(/never passed|The document/);
	});

	it('a 5xx is a fault of the API, whoever asked', () => {
		const found = read(
			failure({asserted: 'expected 200, got 500', at: 'assert r.status_code == 200', calls: [{...items, status: 500}]}),
		);
		expect(found.rationale).toMatch(/^Code of the API: a 5xx/);
	});
});

describe('a path that is in no document', () => {
	const missing = (to: string) =>
		read(
			failure({
				failureKind: 'routing_404',
				asserted: 'expected 200, got 404',
				at: 'assert r.status_code == 200',
				calls: [call({to, status: 404, got: {error: 'not found'}})],
			}),
		);
	it.each([
		['GET /product', 'No endpoint of the document has that path; the nearest is GET /products.'],
		['GET /note/7', 'No endpoint of the document has that path; the nearest is GET /notes/{id}.'],
		['GET /entirely/different/things', 'No endpoint of the document has that path.'],
		['DELETE /products', 'The document of the API has that path for GET only.'],
	])('%s', (to, text) => {
		const found = missing(to);
		expect(found.cause).toContain(text);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:2'});
	});

	it('a record that is missing at a path of the document is told as one', () => {
		const found = missing('GET /notes/7');
		expect(found.cause).not.toContain('document');
		expect(found.kind).toBe('data');
	});
});

describe('a value that the test does not declare', () => {
	const reads = (name: string) =>
		read(
			failure({error: `KeyError: '${name}'`, at: `x = variables["${name}"]`, code: `a\nx = variables["${name}"]\n`}),
		);

	it('that is only like one that it declares: it is not told to declare that again', () => {
		const code = 'x = variables["orderId"]';
		const declared = {
			name: 'order_id',
			value: '7',
			capturedAt: 1,
			producer: 'Create an order',
			producerVersion: null,
			isReused: false,
		};
		const facts = (values: (typeof declared)[]) =>
			failure({error: "KeyError: 'orderId'", at: code, setUp: {...plainSetUp, values}});
		const meant = /read variables\["order_id"\] where that is meant/;
		expect(read(facts([])).rationale).toMatch(
			/where that is meant, and declare it: svc test update \S+ --needs order_id/,
		);
		expect(read(facts([declared])).rationale).toMatch(meant);
		expect(read(facts([declared])).rationale).not.toContain('declare it');
	});

	it('that no test produces: it is said, and not to declare it', () => {
		const found = reads('voucher');
		expect(found.cause).toContain('no test of the project produces it.');
		expect(found.rationale).not.toMatch(/--needs|<test>/);
	});

	it('that a test produces: the command has the id of this test', () => {
		const found = reads('order_id');
		expect(found.cause).toContain('"Create an order" produces');
		expect(found.rationale).toContain('svc test update tst_1 --needs order_id');
	});

	it('that a test produces by another spelling: that one is named', () => {
		const found = reads('orderId');
		expect(found.rationale).toContain('read variables["order_id"]');
		expect(found.rationale).toContain('svc test update tst_1 --needs order_id');
	});
});

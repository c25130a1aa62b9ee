// Answers the contract like a service whose one project has N tests: `node large-service.mjs N`. Prints its address.
// The embedded service holds at most 10,000 tests a project; the dashboard has to stay quick beyond that.
import {createServer} from 'node:http';
import process from 'node:process';

const count = Number(process.argv[2]);
const at = '2026-01-31T09:30:00.000Z';
const statuses = ['passed', 'passed', 'passed', 'failed', 'blocked', 'ready'];
const project = {
	id: 'prj_1',
	projectId: 'prj_1',
	name: 'large',
	type: 'backend',
	createdFrom: 'cli',
	createdAt: at,
	updatedAt: at,
	targetUrl: 'http://127.0.0.1:9',
	lastBatchId: null,
};
const test = n => ({
	id: `tst_${String(n).padStart(8, '0')}`,
	projectId: 'prj_1',
	name: `Test ${n} of the order service does what its document says`,
	type: 'backend',
	createdFrom: 'cli',
	status: statuses[n % statuses.length],
	createdAt: at,
	updatedAt: at,
	priority: `p${n % 4}`,
	produces: n % 5 === 0 ? [`order_${n}`] : [],
	consumes: n % 5 === 1 ? [`order_${n - 1}`] : [],
	category: null,
	kind: 'endpoint',
});
const empty = {items: [], nextToken: null};

function answer(url) {
	const {pathname, searchParams} = new URL(url, 'http://service');
	const path = pathname.replace('/api/cli/v1', '');
	if (path === '/me')
		return {userId: 'usr_1', keyId: 'key_1', scopes: ['read:me', 'read:projects', 'read:tests'], env: 'bench'};
	if (path === '/projects') return {items: [project], nextToken: null};
	if (path === '/projects/prj_1') return project;
	if (path.endsWith('/batches')) return empty;
	if (path.endsWith('/code')) {
		const testId = path.split('/')[2];
		return {testId, language: 'python', framework: 'pytest', code: 'assert True\n', codeVersion: 'v1'};
	}
	if (path.endsWith('/runs')) return {runs: [], nextCursor: null, meta: {}};
	if (path === '/tests') {
		const from = Number(searchParams.get('cursor') ?? 0);
		const to = Math.min(count, from + Number(searchParams.get('pageSize') ?? 25));
		return {
			items: Array.from({length: to - from}, (_, i) => test(from + i)),
			nextToken: to < count ? String(to) : null,
		};
	}
	if (path.startsWith('/tests/')) return {...test(Number(path.slice('/tests/tst_'.length))), planSteps: []};
	return null;
}

const server = createServer((request, response) => {
	const body = answer(request.url);
	response.writeHead(body ? 200 : 404, {'content-type': 'application/json'});
	response.end(
		JSON.stringify(
			body ?? {error: {code: 'NOT_FOUND', message: 'no such route', nextAction: '', requestId: 'req_1', details: {}}},
		),
	);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));

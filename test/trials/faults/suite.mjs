/** Makes the tests of a document as a newcomer would, and settles them: smaller bodies where the API refuses its own. */
export async function makeSuite(service, {name, document, url, credential = null, autoAuth = null}) {
	const {call} = service;
	const {projectId} = await call('POST', '/projects', {name, type: 'backend', targetUrl: url});
	if (credential) await call('PUT', `/projects/${projectId}/credential`, credential);
	if (autoAuth) await call('PUT', `/projects/${projectId}/auto-auth`, autoAuth);
	await service.describe(projectId, document);
	await call('POST', `/projects/${projectId}/plans/generate`, {});
	await until(
		since => call('GET', `/projects/${projectId}/plans?since=${since}&waitSeconds=5`),
		({status}) => status !== 'generating',
	);
	const plan = await call('GET', `/projects/${projectId}/plans`);
	const {generationId} = await call('POST', `/projects/${projectId}/generate`, {});
	const generation = await until(
		since => call('GET', `/generations/${generationId}?since=${since}&waitSeconds=5`),
		({finishedAt}) => finishedAt !== null,
	);
	const rejected = generation.rejected;
	const settled = [];
	for (let round = 0; round < 3; round++) {
		const {changeSetId} = await call('POST', `/projects/${projectId}/plans/settle`, {apply: true});
		const set = await until(
			since => call('GET', `/projects/${projectId}/plans/changes/${changeSetId}?since=${since}&waitSeconds=5`),
			({status}) => status !== 'drafting',
		);
		settled.push(set);
		if (set.status !== 'applied' || set.counts.changed === 0) break;
	}
	const tests = [];
	for (const test of await all(call, `/tests?projectId=${projectId}`)) {
		const recipe = await call('GET', `/tests/${test.testId ?? test.id}/recipe`).catch(() => null);
		if (recipe)
			tests.push({
				testId: test.testId ?? test.id,
				name: test.name,
				operations: operationsIn(recipe),
				accepted: acceptedIn(recipe),
			});
	}
	return {projectId, tests, rejected, plan, settled};
}

const operationsIn = recipe => [
	...new Set(recipe.steps.map(({call}) => `${call.operation.method} ${call.operation.path}`)),
];

/** Operations that a test wants to succeed, beside those that only set its stage. */
const acceptedIn = recipe => [
	...new Set(
		recipe.steps
			.filter(({role, cases, asserts}) => role !== 'setup' && cases.length === 0 && asserts.some(wantsSuccess))
			.map(({call}) => `${call.operation.method} ${call.operation.path}`),
	),
];
const wantsSuccess = ({check, state}) =>
	state === 'active' && check.type === 'status' && check.oneOf.every(one => String(one).startsWith('2'));

async function until(read, isOver) {
	for (let since = 0; ; ) {
		const value = await read(since);
		if (isOver(value)) return value;
		since = value.version;
	}
}

/** Every item of a paged list. */
export async function all(call, path) {
	const items = [];
	for (let cursor = ''; ; ) {
		const page = await call('GET', `${path}${path.includes('?') ? '&' : '?'}pageSize=100${cursor}`);
		items.push(...page.items);
		if (!page.nextToken) return items;
		cursor = `&cursor=${encodeURIComponent(page.nextToken)}`;
	}
}

/** Runs tests of a project, all of them or some, and tells how each ended. */
export async function run({call}, projectId, testIds = null) {
	const {batchId} = await call('POST', '/tests/batch/run', {projectId, ...(testIds ? {testIds} : {})});
	let batch = await call('GET', `/batches/${batchId}`);
	while (batch.phase !== 'done') {
		await call('GET', `/batches/${batchId}?since=${batch.version}&waitSeconds=5`);
		batch = await call('GET', `/batches/${batchId}`);
	}
	return {batchId, verdicts: new Map(batch.members.map(one => [one.testId, one]))};
}

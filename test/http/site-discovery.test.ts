import {expect, it} from 'vitest';
import type {SiteDiscovery} from '../../contract/site-discovery.ts';
import {createProject, deleteProject} from '../../contract/routes/projects.ts';
import {cancelSiteDiscovery, discoverSite, getSiteDiscovery} from '../../contract/routes/site-discovery.ts';
import {getMe} from '../../contract/routes/account.ts';
import {
	type SiteJob,
	type SiteListener,
	type SiteOutcome,
	type SiteReader,
	withoutPages,
} from '../../service/browser/site-job.ts';
import {finishDeletions} from '../../service/process/resume-work.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';

/** Reads what it is told to, when it is told to. */
function heldReader() {
	const jobs: SiteJob[] = [];
	let listener: SiteListener = {};
	let end: (outcome: SiteOutcome) => void = () => {};
	const reader: SiteReader = {
		readSite(job, heard = {}) {
			jobs.push(job);
			listener = heard;
			const result = new Promise<SiteOutcome>(resolve => {
				end = resolve;
			});
			return {result, cancel: () => end(withoutPages({status: 'cancelled', error: null}))};
		},
	};
	return {
		reader,
		jobs,
		tell: (page: string) => listener.onProgress?.({pages: 1, found: 4, skipped: 2, page, proposals: 0}),
		end: (outcome: SiteOutcome) => end(outcome),
	};
}

const done: SiteOutcome = {
	...withoutPages({status: 'done', error: null}),
	pages: [
		{
			...{path: '/', title: 'Shop', heading: 'Shop', depth: 0, status: 200, from: null},
			...{consoleErrors: 0, failedRequests: 0, error: null},
		},
	],
	skippedCount: 2,
	proposals: [
		{
			template: 'page_opens',
			page: '/',
			reason: 'It opened.',
			name: 'Shop opens',
			sends: false,
			steps: [{type: 'action', description: 'Go to /'}],
		},
	],
};

async function withProject(site = heldReader(), account: {username: string; password: string} | null = null) {
	const http = await startHttp({siteReader: site.reader});
	const body = {type: 'frontend' as const, name: 'Shop', targetUrl: 'http://127.0.0.1:9/shop/', ...(account ?? {})};
	const {body: project} = await http.call(createProject, {body});
	return {http, site, params: {projectId: project.id}};
}

async function until(http: HttpUnderTest, params: {projectId: string}, holds: (view: SiteDiscovery) => boolean) {
	for (let since = 0; ; ) {
		const {body} = await http.call(getSiteDiscovery, {params, query: {since, waitSeconds: 5}});
		if (holds(body)) return body;
		since = body.version;
	}
}

it('is idle, then queued, tells each page with a version of its own, and ends with plans of the project', async () => {
	const {http, site, params} = await withProject();
	expect((await http.call(getSiteDiscovery, {params})).body).toMatchObject({
		discoveryId: null,
		status: 'idle',
		version: 0,
	});
	const {status, body: ticket} = await http.call(discoverSite, {
		params,
		body: {startPath: '/start?x=1', maxPages: 7, maxDepth: 1, exclude: ['/admin']},
	});
	expect([status, ticket.status]).toEqual([202, 'queued']);
	await until(http, params, ({status: now}) => now === 'reading');
	expect(site.jobs[0]).toMatchObject({
		startUrl: 'http://127.0.0.1:9/start?x=1',
		maxPages: 7,
		maxDepth: 1,
		logIn: false,
		exclude: ['/admin'],
		plan: {steps: [], account: null, targetUrl: 'http://127.0.0.1:9/shop/'},
	});
	site.tell('/orders');
	const told = await until(http, params, ({progress}) => progress.page === '/orders');
	expect(told.progress).toEqual({pagesRead: 1, pagesFound: 4, linksSkipped: 2, page: '/orders'});
	site.end(done);
	const ended = await until(http, params, ({finishedAt}) => finishedAt !== null);
	expect(ended.version).toBeGreaterThan(told.version);
	expect(ended).toMatchObject({status: 'done', discoveryId: ticket.discoveryId, errorMessage: null});
	expect(ended.proposals).toEqual([
		{
			...{template: 'page_opens', page: '/', reason: 'It opened.', sends: false},
			plan: {
				...{
					projectId: params.projectId,
					type: 'frontend',
					name: 'Shop opens',
					description: 'It opened.',
					priority: 'p2',
				},
				planSteps: [{type: 'action', description: 'Go to /'}],
			},
		},
	]);
});

it('charges nothing', async () => {
	const {http, site, params} = await withProject();
	const before = (await http.call(getMe)).body;
	await http.call(discoverSite, {params});
	await until(http, params, ({status}) => status === 'reading');
	site.end(done);
	await until(http, params, ({finishedAt}) => finishedAt !== null);
	expect((await http.call(getMe)).body.credits).toEqual(before.credits);
});

it('runs once per project at a time, is cancelled once, and keeps nothing of what came after', async () => {
	const {http, site, params} = await withProject();
	const {body: ticket} = await http.call(discoverSite, {params});
	await until(http, params, ({status}) => status === 'reading');
	expect((await http.fail(discoverSite, {params})).body).toMatchObject({
		code: 'CONFLICT',
		details: {reason: 'discovery_in_flight', currentId: ticket.discoveryId},
	});
	const {body: cancelled} = await http.call(cancelSiteDiscovery, {params});
	expect(cancelled).toMatchObject({status: 'cancelled', proposals: []});
	site.end(done);
	expect((await http.call(getSiteDiscovery, {params})).body).toMatchObject({status: 'cancelled', proposals: []});
	expect((await http.fail(cancelSiteDiscovery, {params})).body).toMatchObject({
		code: 'CONFLICT',
		details: {reason: 'discovery_finished', status: 'cancelled'},
	});
	expect((await http.call(discoverSite, {params})).status).toBe(202);
});

it('says why a site could not be read', async () => {
	const {http, site, params} = await withProject();
	await http.call(discoverSite, {params});
	await until(http, params, ({status}) => status === 'reading');
	site.end(withoutPages({status: 'failed', error: '/ redirects for ever'}));
	const ended = await until(http, params, ({finishedAt}) => finishedAt !== null);
	expect(ended).toMatchObject({status: 'failed', errorMessage: '/ redirects for ever', proposals: []});
});

it('signs in only where an account is stored, and hands it over', async () => {
	const without = await withProject();
	expect((await without.http.fail(discoverSite, {params: without.params, body: {login: true}})).body).toMatchObject({
		code: 'PRECONDITION_FAILED',
		details: {reason: 'no_account'},
	});
	const account = {username: 'jane', password: 'Passw0rd!'};
	const {http, site, params} = await withProject(heldReader(), account);
	await http.call(discoverSite, {params, body: {login: true}});
	await until(http, params, ({status}) => status === 'reading');
	expect(site.jobs[0]).toMatchObject({logIn: true, plan: {account}});
	expect(JSON.stringify((await http.call(getSiteDiscovery, {params})).body)).not.toContain('Passw0rd!');
	expect(http.log.join('')).not.toContain('Passw0rd!');
});

it.each([
	[{startPath: '//elsewhere.example/'}, 'startPath'],
	[{startPath: 'orders'}, 'startPath'],
	[{maxPages: 51}, 'maxPages'],
	[{maxPages: 0}, 'maxPages'],
	[{maxDepth: 4}, 'maxDepth'],
])('refuses %o', async (body, field) => {
	const {http, params} = await withProject();
	const {status, body: error} = await http.fail(discoverSite, {params, body});
	expect([status, error.details['field']]).toEqual([400, field]);
});

it('belongs to frontend projects, to their account, and to services with a browser', async () => {
	const {http, params} = await withProject();
	const {body: api} = await http.call(createProject, {body: {type: 'backend', name: 'API'}});
	expect((await http.fail(discoverSite, {params: {projectId: api.id}})).body.details).toMatchObject({
		reason: 'frontend_only',
	});
	const {key} = await http.newAccount();
	expect((await http.fail(getSiteDiscovery, {params, key})).status).toBe(404);
	const reading = await http.newKey({scopes: ['read:projects']});
	expect((await http.fail(discoverSite, {params, key: reading})).status).toBe(403);
	const bare = await startHttp();
	const body = {type: 'frontend' as const, name: 'Shop', targetUrl: 'http://127.0.0.1:9/'};
	const {body: project} = await bare.call(createProject, {body});
	expect((await bare.fail(discoverSite, {params: {projectId: project.id}})).body).toMatchObject({
		code: 'FEATURE_GATED',
		details: {feature: 'frontend_runner', reason: 'no_browser'},
	});
});

it('goes with its project', async () => {
	const {http, site, params} = await withProject();
	await http.call(discoverSite, {params});
	await until(http, params, ({status}) => status === 'reading');
	await http.call(deleteProject, {params});
	site.end(done);
	await finishDeletions(http.database, http.engine);
	expect(await http.database.selectFrom('site_discoveries').select('id').execute()).toEqual([]);
});

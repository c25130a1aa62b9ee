// `node test/targets/newcomer.mjs <name> [--runs 5]`: tests as a newcomer would write them against a real application that
// runs already, with records put in by hand before; counts before and after every run through the application's own API.
// <name> is a file of test/targets/newcomer. Exits with 1 when a record was touched that no test made, or is left without
// being listed.
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {startService} from '../trials/ownership/service.mjs';
import {startCountingProxy, sweepAgent} from './counting-proxy.mjs';

const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {runs: {type: 'string', default: '5'}, verbose: {type: 'boolean', default: false}},
});
const [name = 'todo'] = positionals;
const {default: target} = await import(`./newcomer/${name}.mjs`);
const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const say = line => process.stdout.write(`${line}\n`);

/** Project, document or endpoints, credential and tests: what a newcomer sets up. */
async function prepareProject(service, proxyUrl) {
	const {pathname} = new URL(target.targetUrl ?? target.url);
	const targetUrl = proxyUrl + (pathname === '/' ? '' : pathname);
	const {id: projectId} = await service.call('POST', '/projects', {type: 'backend', name, targetUrl});
	if (target.document) await service.describe(projectId, await target.document());
	for (const endpoint of target.endpoints ?? [])
		await service.call('POST', `/projects/${projectId}/endpoints`, endpoint);
	if (target.credential) await service.call('PUT', `/projects/${projectId}/credential`, await target.credential());
	if (target.autoAuth) {
		const loginUrl = proxyUrl + target.autoAuth.loginUrl;
		await service.call('PUT', `/projects/${projectId}/auto-auth`, {...target.autoAuth, loginUrl});
	}
	for (const test of target.tests) await service.call('POST', '/tests', {projectId, type: 'backend', ...test});
	return projectId;
}

await target.canaries();
const canaries = await target.snapshot();
const proxy = await startCountingProxy(target.url);
const service = await startService(dist);
const rows = [];
let known = canaries;
try {
	const projectId = await prepareProject(service, proxy.url);
	for (let run = 1; run <= Number(values.runs); run++) {
		proxy.seen.length = 0;
		const {batchId, members, cleanup} = await service.run(projectId);
		for (const {name: test, status, error} of members)
			if (status !== 'passed') say(`run ${run}: "${test}" ${status}: ${error}`);
		const view = await service.call('GET', `/batches/${batchId}/cleanup`);
		const after = await target.snapshot();
		const left = [...after.keys()].filter(key => !known.has(key));
		const cards = [...view.orphaned, ...view.pending];
		const cardOf = listingOf(left, cards);
		const listed = left.filter(key => cardOf.has(key));
		const touched = [...known].filter(([key, value]) => after.get(key) !== value).map(([key]) => key);
		const sent = proxy.seen.filter(({method, agent}) => method === 'DELETE' && agent === sweepAgent);
		rows.push({
			run,
			tests: members.length,
			passed: members.filter(({status}) => status === 'passed').length,
			cleanup: cleanup?.state ?? view.state,
			records: view.progress.captured,
			cleaned: view.progress.cleaned,
			DELETEs: sent.length,
			left: left.length,
			listed: listed.length,
			unlisted: left.length - listed.length,
			touched: touched.length,
		});
		for (const key of left)
			say(`run ${run}: left ${key}: ${cardOf.get(key)?.reason ?? cardOf.get(key)?.outcome ?? 'LISTED NOWHERE'}`);
		for (const key of touched) say(`run ${run}: TOUCHED ${key}: ${known.get(key)} → ${after.get(key)}`);
		for (const card of cards)
			say(
				`run ${run}: card ${card.sourceEndpoint.method} ${card.sourceEndpoint.path} ${card.capturedId}: ${card.outcome} ${card.reason ?? ''} ${card.cleanupTest?.error ?? ''} ${card.deletion?.url ?? ''}`,
			);
		if (values.verbose) for (const one of sent) say(`run ${run}: DELETE ${one.url} ${one.status}`);
		if (values.verbose)
			for (const call of view.calls ?? []) say(`run ${run}: nothing made: ${call.method} ${call.path} ${call.reason}`);
		known = after;
	}
} finally {
	await service.stop();
	await proxy.close();
}
console.table(rows);
process.exitCode = rows.some(({unlisted, touched}) => unlisted + touched > 0) ? 1 : 0;

/** The card of every record that was left: the one that names it, else one that names none; each card serves once. */
function listingOf(left, cards) {
	const rest = [...cards];
	const found = new Map();
	const take = (key, fits) => {
		const place = found.has(key) ? -1 : rest.findIndex(fits);
		if (place >= 0) found.set(key, rest.splice(place, 1)[0]);
	};
	for (const key of left)
		take(key, ({capturedId, deletion}) => [capturedId, deletion?.url].some(text => text && nameIn(key, text)));
	for (const key of left) take(key, ({capturedId}) => capturedId === null);
	return found;
}

/** Whether the id of a snapshot's key is a text, or a part of it. */
function nameIn(key, text) {
	const ids = key.split(' ').slice(1);
	return ids.includes(text) || text.includes(`/${ids.at(-1)}`);
}

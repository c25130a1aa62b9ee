import type {Finding} from '../../contract/finding.ts';
import type {FindingId, ProjectId} from '../../contract/ids.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {createLoader, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadFindingRoutes = () => import('../../contract/routes/findings.ts');

/** `reopen` takes a decision back. */
export type FindingDecision = 'accept' | 'fail' | 'mute' | 'reopen';

type Findings = Loader<readonly Finding[]> & {
	decide(projectId: ProjectId, findingId: FindingId, decision: FindingDecision): Promise<Finding>;
};

/** Differences between an API and its description, and what is decided about them. */
export const findingsStore = storeKey<Findings>(({session, context}) => {
	const loader = createLoader<readonly Finding[]>(
		{session},
		{
			read: (projectId, _known, signal) =>
				loadPages<Finding>(
					async cursor =>
						session.call((await loadFindingRoutes()).listFindings, {
							params: {projectId},
							query: {pageSize, cursor},
							signal,
						}),
					context.now,
					() => undefined,
				),
		},
	);
	return {
		...loader,
		async decide(projectId, findingId, decision) {
			const {acceptFinding, failFinding, muteFinding, reopenFinding} = await loadFindingRoutes();
			const routes = {accept: acceptFinding, fail: failFinding, mute: muteFinding, reopen: reopenFinding};
			const decided = await session.call(routes[decision], {params: {projectId, findingId}, signal: context.ended});
			loader.put(projectId, findings => findings.map(one => (one.findingId === findingId ? decided : one)));
			return decided;
		},
	};
});

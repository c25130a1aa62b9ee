import type {Refinement} from '../../contract/refinement.ts';
import {type ChangeTurn, type Conversation, createConversation} from './conversation.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {heldSeconds, heldTimeoutMs} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadRefinementRoutes = () => import('../../contract/routes/refinements.ts');

/** The conversation about one test, or about a chain, which is its last test. */
export const refinementsStore = storeKey<Conversation>(({session, context}) => {
	return createConversation(
		{session, context},
		{
			async list(testId, signal) {
				const {listRefinements} = await loadRefinementRoutes();
				const all = await loadPages<Refinement>(
					cursor => session.call(listRefinements, {params: {testId}, query: {pageSize, cursor}, signal}),
					context.now,
					() => undefined,
				);
				return all.map(turnOf);
			},
			async get(testId, refinementId, since, signal) {
				const {getRefinement} = await loadRefinementRoutes();
				const held =
					since === null ? {query: {}} : {query: {since, waitSeconds: heldSeconds}, timeoutMs: heldTimeoutMs};
				return turnOf(await session.call(getRefinement, {params: {testId, refinementId}, signal, ...held}));
			},
			async say(testId, text, {isNew}) {
				const {refineTest} = await loadRefinementRoutes();
				const said = await session.call(refineTest, {
					params: {testId},
					// Nothing changes before it was looked at.
					body: {text, mode: isNew ? 'regenerate' : 'refine', autoApply: false},
					signal: context.ended,
				});
				return turnOf(said);
			},
			async decide(testId, refinementId, decision) {
				const {applyRefinement, undoRefinement, discardRefinement} = await loadRefinementRoutes();
				const routes = {apply: applyRefinement, undo: undoRefinement, discard: discardRefinement};
				return turnOf(await session.call(routes[decision], {params: {testId, refinementId}, signal: context.ended}));
			},
		},
	);
});

/** What a sentence about a test changes is one part: its code, and what is declared of it. */
function turnOf(one: Refinement): ChangeTurn {
	const {refinementId, version, text, status, reply, summary, diff, fields, choices, errorMessage, kind} = one;
	const isChange = kind === 'code_change' && (diff !== null || fields.length > 0);
	return {
		id: refinementId,
		version,
		source: kind === 'answer' ? 'answer' : 'words',
		text,
		status,
		reply,
		counts: {added: 0, removed: 0, changed: isChange ? 1 : 0},
		parts: isChange
			? [
					{
						id: refinementId,
						kind: 'changed',
						title: summary ?? 'the test',
						endpointPath: null,
						fields: fields.map(({name, before, after}) => ({name, before, after})),
						reason: null,
						codeDiff: diff,
						refused: null,
						applied: null,
					},
				]
			: [],
		also: [],
		choices: choices ?? [],
		errorMessage,
	};
}

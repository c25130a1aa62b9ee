import type {PlanOperation} from '../model/operation.ts';
import type {PlanContext} from '../templates/context.ts';
import type {ChainRow} from './chain-row.ts';
import {familyChain} from './family.ts';
import {flowChains} from './flow.ts';
import {lifeChain} from './life.ts';
import {sessionChain} from './session.ts';

const mostPerFamily = 3;
const mostChains = 40;
const fewestSteps = 3;
const mostSteps = 12;

/**
 * Tests of several steps that hand values on: life, family, flow and session, 3 to 12 steps each. At most 3 of a family
 * and 40 of a plan; those that show edges which no other chain has shown yet come first.
 */
export function chainRows(context: PlanContext, isWanted: (operation: PlanOperation) => boolean): ChainRow[] {
	const {kinds} = context.api;
	const found = [
		...kinds.flatMap(kind => lifeChain(kind, context) ?? []),
		...kinds.flatMap(kind => familyChain(kind, context) ?? []),
		...flowChains(context),
		...(sessionChain(context) ?? []),
	].filter(({row}) => {
		const {steps, missing, safety} = row.draft;
		const isWhole = missing.size === 0 && safety !== 'borrows' && row.draft.consumes.size === 0;
		return isWhole && steps.length >= fewestSteps && steps.length <= mostSteps && isWanted(row.operation);
	});
	return ranked(found);
}

/** Greedy: the chain with the most steps between operations that no chosen chain has next. */
function ranked(found: readonly ChainRow[]): ChainRow[] {
	const left = [...found];
	const seen = new Set<string>();
	const families = new Map<string, number>();
	const chosen: ChainRow[] = [];
	while (left.length > 0 && chosen.length < mostChains) {
		let best = 0;
		let most = -1;
		for (const [place, chain] of left.entries()) {
			const shown = edgesOf(chain).filter(edge => !seen.has(edge)).length;
			// An action stands in one chain only; the life of its parent is told by others too.
			const fresh = shown > 0 && chain.key.startsWith('chain flow') ? shown + mostSteps : shown;
			if (fresh > most) [best, most] = [place, fresh];
		}
		const [chain] = left.splice(best, 1);
		const {family} = chain!.row.operation.endpoint;
		const count = families.get(family) ?? 0;
		if (most === 0 || count >= mostPerFamily) continue;
		families.set(family, count + 1);
		for (const edge of edgesOf(chain!)) seen.add(edge);
		chosen.push(chain!);
	}
	return chosen;
}

function edgesOf({row}: ChainRow): string[] {
	const calls = row.draft.steps.map(({call, role}) => `${call.operation.method} ${call.operation.path} ${role}`);
	return calls.slice(1).map((call, place) => `${calls[place]} → ${call}`);
}

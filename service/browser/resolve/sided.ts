import type {Look} from '../page/look.ts';
import type {Section} from '../page/sections.ts';
import type {ScopeFilter} from './scope.ts';

/**
 * Areas at the side of the page that a step tells of (`in the navigation on the left`): one that stands wholly on the
 * other side is not meant, and nothing inside it is. What reaches across the middle has no side.
 */
export function atSide(scopes: ScopeFilter, purpose: string | undefined, look: Look): ScopeFilter {
	const side = /^(?:on|at) the (?:far )?(left|right)\b/i.exec(purpose ?? '')?.[1]?.toLowerCase();
	if (side === undefined || scopes.sections.length === 0) return scopes;
	const middle = look.viewport.width / 2;
	const isElsewhere = ({element: {box}}: Section) =>
		box !== null && (side === 'left' ? box.x >= middle : box.x + box.width <= middle);
	const out = scopes.sections.filter(isElsewhere);
	if (out.length === 0) return scopes;
	const sections = scopes.sections.filter(one => !isElsewhere(one));
	const isIn = (all: readonly Section[], index: number) => all.some(({from, to}) => index > from && index < to);
	return {
		...scopes,
		isInside: index => scopes.isInside(index) && (!isIn(out, index) || isIn(sections, index)),
		sections,
		missing: sections.length > 0 ? scopes.missing : [...scopes.missing, `part on the ${side}`],
	};
}

import {type Family, one} from '../draft.ts';
import {emptyTarget} from '../names.ts';
import {byForms, type Match, matches, pattern} from '../pattern.ts';
import type {Direction, Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {articles} from '../words.ts';

const least = 'lowest|smallest|cheapest|oldest|earliest|shortest|fewest|lightest|nearest';
const most = 'highest|largest|biggest|dearest|most expensive|newest|latest|most recent|longest|heaviest';
const ends: ReadonlyArray<readonly [Direction, ReturnType<typeof pattern>]> = (
	[
		['ascending', least, most, 'ascending|asc|increasing', 'low to high|a to z|a-z|old to new|small to large'],
		['descending', most, least, 'descending|desc|decreasing', 'high to low|z to a|z-a|new to old|large to small'],
	] as const
).flatMap(([direction, first, last, plain, range]) =>
	[
		`{rest} [,] [in] [an|a] (${plain}) [order]`,
		`{rest} [,] [with|from|starting with] [the] (${first}) [ones|one] (first|on top|at the top)`,
		`{rest} [,] so [that] [the] (${first}) [ones|one] (comes|come|is|are|stands|stand|appears|appear) (first|on top|at the top)`,
		`{rest} [,] [from] [the] (${first}) to [the] (${last})`,
		`{rest} [,] [from] (${range})`,
	].map(form => [direction, pattern(form)] as const),
);

/** `price, cheapest first` → the price, and which way; null: no direction is said. */
function directed(tokens: readonly Token[]): {rest: Token[]; direction: Direction} | null {
	const said = tokens.filter(({text}) => text !== '(' && text !== ')');
	for (const [direction, form] of ends) {
		const [match] = matches(form, said);
		if (match) return {rest: match['rest']!.filter(({kind}) => kind !== 'mark'), direction};
	}
	return null;
}

/** `the price column` → the price; null: it is no name of a column. */
function columnOf(tokens: readonly Token[]): string | null {
	const isOfColumn = (at: number) => /^(?:column|header)$/.test(tokens[at]?.lower ?? '');
	const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0;
	const name = tokens.slice(isOfColumn(start) ? start + 1 : start, isOfColumn(tokens.length - 1) ? -1 : undefined);
	const isName = name.length > 0 && name.length <= 5 && name.every(({kind}) => kind !== 'mark');
	return isName && !name.some(({lower}) => /^(?:and|then|or|by|click|clicking)$/.test(lower)) ? textOf(name) : null;
}

/** The table, where it is called something; the rows of whatever kind are those that have the column. */
function tableOf(thing: readonly Token[]): Target | null {
	const [target] = targetsOf(thing).filter(({role}) => role === 'table' || role === 'list');
	return target === undefined || target.phrase === '' ? null : {...emptyTarget(target.role), phrase: target.phrase};
}

const sorted = ({thing, column}: Match) => {
	const way = directed(column!);
	const name = way && columnOf(way.rest);
	return way && name
		? [one({op: 'sort', column: name, direction: way.direction, table: thing ? tableOf(thing) : null})]
		: [];
};
const forms = ['(sort|order|arrange) {thing} (by|on) {column}', '(sort|order) (by|on) {column}', 'sort {column}'].map(
	form => [pattern(form), sorted] as const,
);

/** "sort the table by price descending, sort by price, lowest first": the list of orders or a column. */
export const sort: Family = tokens => byForms(forms, tokens).slice(0, 1);

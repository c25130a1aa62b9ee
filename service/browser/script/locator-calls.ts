import type {Locator, LocatorScope} from '../../../contract/locator.ts';

/**
 * A saved locator as calls of Playwright, in their order: the one translation that the export prints and the host carries
 * out. `has` is a chain of its own that begins at the page.
 */
export type Call = {method: string; args: Argument[]};
export type Argument = string | number | {[option: string]: string | boolean | {has: Call[]}};

const call = (method: string, ...args: Argument[]): Call => ({method, args});
const options = (wanted: Record<string, string | boolean | undefined>): Argument[] => {
	const set = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== false);
	return set.length === 0 ? [] : [Object.fromEntries(set) as Record<string, string | boolean>];
};

export function locatorCalls(locator: Locator): Call[] {
	const own = nameCall(locator);
	const calls: Call[] = [];
	for (const scope of locator.within) calls.push(...scopeCalls(scope, own));
	calls.push(own);
	if (locator.nth !== undefined) calls.push(locator.nth === 0 ? call('first') : call('nth', locator.nth));
	return calls;
}

function nameCall({by, value, role, attribute, exact}: Locator): Call {
	const exactly = options({exact});
	switch (by) {
		case 'testid':
			return attribute === undefined || attribute === 'data-testid'
				? call('getByTestId', value)
				: call('locator', `[${attribute}=${JSON.stringify(value)}]`);
		case 'role':
			return call(
				'getByRole',
				role ?? 'button',
				...options({name: value === '' ? undefined : value, exact: value === '' ? undefined : exact}),
			);
		case 'label':
			return call('getByLabel', value, ...exactly);
		case 'placeholder':
			return call('getByPlaceholder', value, ...exactly);
		case 'text':
			return call('getByText', value, ...exactly);
		case 'title':
			return call('getByTitle', value, ...exactly);
		case 'css':
			return call('locator', value);
	}
}

/** A section is the smallest element with both the heading and the target in it. */
function scopeCalls(scope: LocatorScope, target: Call): Call[] {
	if ('frame' in scope) return [call('frameLocator', scope.frame)];
	if ('row' in scope) {
		if (scope.role !== 'generic') return [call('getByRole', scope.role ?? 'row'), call('filter', {hasText: scope.row})];
		return [call('locator', '*'), call('filter', {hasText: scope.row, has: {has: [target]}}), call('last')];
	}
	if ('dialog' in scope) {
		const role = scope.role ?? 'dialog';
		if (!scope.titled)
			return [
				call('getByRole', role, ...options({name: scope.dialog || undefined, exact: scope.dialog ? true : undefined})),
			];
		return [call('getByRole', role), call('filter', {has: {has: [heading(scope.dialog)]}})];
	}
	if ('list' in scope) return [call('getByRole', 'list', {name: scope.list, exact: true})];
	if (scope.role) return [call('getByRole', scope.role, {name: scope.section, exact: true})];
	return [
		call('locator', '*'),
		call('filter', {has: {has: [heading(scope.section)]}}),
		call('filter', {has: {has: [target]}}),
		call('last'),
	];
}

const heading = (name: string): Call => call('getByRole', 'heading', {name, exact: true});

/** What has Playwright's methods of locating: a page, a frame, a locator. */
type Root = object;

/**
 * Carries the calls out. `page` is where `has` begins, `expand` puts the values of variables in. The answer is what the
 * last call gave: a locator, when `root` is a page.
 */
export function applyCalls<Found>(root: Root, page: Root, calls: Call[], expand: (text: string) => string): Found {
	return calls.reduce<Root>((at, {method, args}) => {
		const invoke = (at as Record<string, (...args: unknown[]) => Root>)[method]!;
		return invoke.apply(
			at,
			args.map(argument => actual(argument, page, expand)),
		);
	}, root) as Found;
}

function actual(argument: Argument, page: Root, expand: (text: string) => string): unknown {
	if (typeof argument === 'string') return expand(argument);
	if (typeof argument === 'number') return argument;
	return Object.fromEntries(
		Object.entries(argument).map(([key, value]) => [
			key,
			typeof value === 'string'
				? expand(value)
				: typeof value === 'boolean'
					? value
					: applyCalls(page, page, value.has, expand),
		]),
	);
}

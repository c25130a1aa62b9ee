import type {Scope} from '../contract/enums.ts';
import type {Binding} from '../source/terminal/key-table.ts';

export type DashboardBinding = Binding<string> & {
	/** What the key of the service has to open for it; absent = every key does. */
	needs?: Scope;
};

/**
 * One line of the table of keys. `hint` = its word in the footer; without one it is not shown there. `needs` = the scope
 * of the route that it calls: without it the key is in no footer, help or palette.
 */
export const bind = (
	layer: string,
	action: string,
	keys: readonly string[],
	help: string,
	hint?: string,
	needs?: Scope,
): DashboardBinding => ({
	layer,
	action,
	keys,
	help,
	...(hint === undefined ? {} : {hint}),
	...(needs === undefined ? {} : {needs}),
});

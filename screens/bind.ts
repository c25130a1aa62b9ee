import type {Binding} from '../source/terminal/key-table.ts';

export type DashboardBinding = Binding<string>;

/** One line of the table of keys. `hint` = its word in the footer; without one it is not shown there. */
export const bind = (
	layer: string,
	action: string,
	keys: readonly string[],
	help: string,
	hint?: string,
): DashboardBinding => (hint === undefined ? {layer, action, keys, help} : {layer, action, keys, help, hint});

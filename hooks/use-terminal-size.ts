import {useDashboard, useSelected} from './use-dashboard.ts';

/** Columns and rows of the terminal, kept up to date. */
export function useTerminalSize(): {columns: number; rows: number} {
	const {ui} = useDashboard();
	return useSelected(ui.store, ({columns, rows}) => ({columns, rows}));
}

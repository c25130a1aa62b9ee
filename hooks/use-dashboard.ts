import {createContext, useContext} from 'react';
import {useStore} from 'zustand';
import {useShallow} from 'zustand/react/shallow';
import type {StoreApi} from 'zustand/vanilla';
import type {Dashboard} from '../source/stores/dashboard.ts';

export const DashboardContext = createContext<Dashboard | undefined>(undefined);

export function useDashboard(): Dashboard {
	const dashboard = useContext(DashboardContext);
	if (!dashboard) throw new Error('This screen is shown outside of a dashboard.');
	return dashboard;
}

/** Part of a store; the component draws again only when one of the selected values is another one. */
export const useSelected = <State, Selected>(store: StoreApi<State>, select: (state: State) => Selected): Selected =>
	useStore(store, useShallow(select));

/** Columns and rows of the terminal, kept up to date. */
export function useTerminalSize(): {columns: number; rows: number} {
	const {ui} = useDashboard();
	return useSelected(ui.store, ({columns, rows}) => ({columns, rows}));
}

/**
 * The moment that ages are told from, epoch ms of a whole minute. The component draws again when the next minute begins,
 * not while the service is away: nothing is known of that time.
 */
export const useMinute = (): number => useSelected(useDashboard().ui.store, ({minute}) => minute);

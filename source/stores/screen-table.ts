import type {ScreenCore, ScreenTable} from './dashboard.ts';

export function screenTable(all: readonly ScreenCore[]): ScreenTable {
	const byName = new Map(all.map(screen => [screen.name, screen]));
	return {
		all,
		of({screen: name}) {
			const screen = byName.get(name);
			if (!screen) throw new Error(`There is no screen "${name}".`);
			return screen;
		},
	};
}

import {defineConfig} from 'vitest/config';
import {inkTable} from './build/plugins.mjs';

export default defineConfig({
	plugins: [inkTable()],
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		// Ink draws nothing where CI is set; colours would make frames depend on the machine.
		env: {CI: 'false', CONTINUOUS_INTEGRATION: 'false', FORCE_COLOR: '0'},
		server: {deps: {inline: ['ink-table']}},
		sequence: {shuffle: true},
		testTimeout: 60_000,
		hookTimeout: 60_000,
		maxWorkers: 2,
	},
});

/**
 * Help pages and completion scripts follow from the command tree alone. The build makes them ahead, as files beside the
 * bundle: making them loads the command, or all of them, which costs more than the rest of such a command line.
 */
export const helpPageName = (path: readonly string[]): string => ['help', ...path].join('-');

/** The same for the pages of topics, which follow from `docs/`. */
export const topicPageName = (topic: string): string => `topic-${topic}`;

/** Whether a status says that something is wrong: there is a failure to look at. */
export const isRed = (status: string | null | undefined): boolean => status === 'failed' || status === 'blocked';

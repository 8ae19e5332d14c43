/** Loaded before a measured program: writes its CPU time and peak memory to descriptor 3 when it ends. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const usage = process.resourceUsage();
  const cpu_ms = (usage.userCPUTime + usage.systemCPUTime) / 1000;
  writeSync(3, JSON.stringify({ cpu_ms, peak_mb: usage.maxRSS / 1024 }));
});

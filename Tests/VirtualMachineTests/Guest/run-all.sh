# Runs each scenario, whatever became of those before it, and leaves what it wrote in a folder of
# its name, with its exit status.
for script in /scripts/scenario-*.sh; do
  name=${script#*scenario-}
  name=${name%.sh}
  # User 1000 writes here, too.
  mkdir -m 777 "/out/$name"
  cd "/out/$name"
  timeout 1800 sh -u "$script" >log 2>&1
  echo $? >status
done
